/** Reads the mails that the stack has sent. */
import { env } from './env.ts';
import { eventually } from './backend.ts';

export interface Mail {
  subject: string;
  html: string;
  text: string;
  attachments: { filename: string; content: string }[];
}

export async function mailsTo(email: string): Promise<Mail[]> {
  const response = await fetch(`${env('RESEND_BASE_URL')}/_test/emails?to=${encodeURIComponent(email)}`);
  return ((await response.json()) as { data: Mail[] }).data;
}

/** Waits for the first e-mail to this address. */
export async function mailTo(email: string): Promise<Mail> {
  const [mail] = await eventually(
    `a mail to ${email}`,
    () => mailsTo(email),
    (mails) => mails.length > 0,
  );
  if (!mail) throw new Error('unreachable');
  return mail;
}

export function calendarOf(mail: Mail): string {
  const file = mail.attachments.find((attachment) => attachment.filename.endsWith('.ics'));
  return Buffer.from(file?.content ?? '', 'base64')
    .toString('utf8')
    .replace(/\r?\n[ \t]/g, '');
}
