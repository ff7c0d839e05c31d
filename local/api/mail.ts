export interface MailMessage {
  from: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

export interface MailSender {
  send(message: MailMessage): Promise<void>;
}

/** Sends by Resend's HTTP interface, at its own address or at the local double's. */
export function resendMail(baseUrl: string, apiKey: string): MailSender {
  return {
    async send(message) {
      const answer = await fetch(new URL('/emails', baseUrl), {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(message),
        signal: AbortSignal.timeout(10_000),
      });
      // Its words may quote the address.
      if (!answer.ok) throw new Error(`The mail server answered ${answer.status}`);
    },
  };
}
