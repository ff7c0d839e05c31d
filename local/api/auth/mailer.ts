import type { MailSender } from '../mail.ts';
import type { AuthErrorClass } from './auth-error.ts';
import type { Mailer, OwnMails } from './internals.ts';
import { renderMail, type TemplateName } from './templates.ts';

export interface AuthMail {
  sender: MailSender;
  from: string;
  siteUrl: string;
}

interface MailerSettings {
  apiUrl: () => string;
  mail: AuthMail;
  redirectTo: string;
  AuthError: AuthErrorClass;
}

/**
 * Links lead to a page that uses their `token_hash` only after a button press, so that mail scanners do not use it
 * up.
 */
export function mailerFor({ apiUrl, mail, redirectTo, AuthError }: MailerSettings): Mailer & OwnMails {
  const send = async (
    template: TemplateName,
    to: string,
    link: { type: string; hash: string } | null,
    code: string,
    more: object = {},
  ) => {
    const url = new URL('/auth/v1/verify', apiUrl());
    if (link)
      url.search = new URLSearchParams({
        token: link.hash,
        type: link.type,
        redirect_to: redirectTo,
      }).toString();
    const content = await renderMail(template, {
      ConfirmationURL: url.href,
      Token: code,
      TokenHash: link?.hash ?? '',
      SiteURL: mail.siteUrl,
      RedirectTo: redirectTo,
      Email: to,
      ...more,
    });
    try {
      await mail.sender.send({ from: mail.from, to, ...content });
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      throw new AuthError(500, 'unexpected_failure', `Error sending ${template.replace('-', ' ')} email`);
    }
  };
  return {
    sendConfirmation: (to, hash, code) => send('confirmation', to, { type: 'signup', hash }, code),
    sendRecovery: (to, hash, code) => send('recovery', to, { type: 'recovery', hash }, code),
    sendMagicLink: (to, hash, code) => send('magic-link', to, { type: 'magiclink', hash }, code),
    sendEmailChange: (to, hash, code, meta) =>
      send('email-change', to, { type: 'email_change', hash }, code, {
        Email: meta?.currentEmail ?? to,
        NewEmail: meta?.newEmail ?? to,
      }),
    sendInvite: (to, hash, code) => send('invite', to, { type: 'invite', hash }, code),
    sendReauthentication: (to, code) => send('reauthentication', to, null, code),
    sendKnown: (to) => send('known-address', to, null, ''),
    sendTaken: (to) => send('taken-address', to, null, ''),
  };
}
