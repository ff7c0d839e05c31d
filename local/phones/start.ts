import type { Hono } from 'hono';
import { createWebhookSender } from '../webhook-sender.ts';
import { phoneInbox } from './inbox.ts';
import { openTexts } from './store.ts';
import { twilioApi, type TwilioOptions } from './twilio.ts';
import { whatsappApi, type WhatsappOptions } from './whatsapp.ts';

const MAX_ATTEMPTS = 6;

export interface PhoneOptions {
  whatsapp: WhatsappOptions;
  twilio: TwilioOptions;
  firstRetryMs?: number;
}

/** The template as it is submitted to Meta (docs/how-to/phone-messages.md). */
export const approvedTemplates: WhatsappOptions['templates'] = {
  booking_notice: {
    language: 'en',
    body: 'Hello {{1}}, this is Otter Trails about {{2}}: {{3}} Questions? Reply to our e-mail.',
  },
};

export function playPhones(
  app: Hono,
  dir: string,
  cap: number,
  { whatsapp, twilio, firstRetryMs = 500 }: PhoneOptions,
) {
  const texts = openTexts(dir, cap);
  const poster = createWebhookSender({ firstRetryMs, maxAttempts: MAX_ATTEMPTS });
  app.route('/graph', whatsappApi(texts, poster, whatsapp));
  app.route('/twilio/2010-04-01', twilioApi(texts, poster, twilio));
  app.route('/phones', phoneInbox(texts));
  app.get('/_test/texts', (c) => c.json({ data: texts.list(c.req.query('to')) }));
  app.delete('/_test/texts', (c) => {
    texts.clear();
    return c.json({ data: [] });
  });
  return {
    poster,
    async stop(): Promise<void> {
      await poster.stop();
      texts.close();
    },
  };
}
