import { render } from '@react-email/components';
import type { Mail } from '../mail.ts';
import { afterSaleTemplates } from './after-sale-mails.ts';
import type { Template } from './content.ts';
import { enquiryTemplates } from './enquiry-mails.ts';
import { familyTemplates } from './family-mails.ts';
import { gateTemplates } from './gate-mails.ts';
import { messageTemplates } from './message-mails.ts';
import { orderTemplates } from './order-mails.ts';
import { partyTemplates } from './party-mails.ts';
import { passTemplates } from './pass-mails.ts';
import { placeTemplates } from './place-mails.ts';
import { type MailLanguage, type Wording, withWording } from './say.ts';
import { staffTemplates } from './staff-mails.ts';
import { waitlistTemplates } from './waitlist-mails.ts';

/** Every template that SQL can put into the outbox. */
const templates: Record<string, Template> = {
  ...orderTemplates,
  ...afterSaleTemplates,
  ...passTemplates,
  ...waitlistTemplates,
  ...partyTemplates,
  ...enquiryTemplates,
  ...familyTemplates,
  ...gateTemplates,
  ...staffTemplates,
  ...messageTemplates,
  ...placeTemplates,
};

/** All other tables are only for layout. */
const asText = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [
      { selector: 'table.receipt', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'hr', format: 'skip' },
    ],
  },
};

/**
 * Renders a message of the outbox as a mail. The same message always gives the same mail. Throws for an unknown
 * template.
 */
export async function renderMail(
  template: string,
  payload: unknown,
  siteUrl: string,
  /** Address of our functions for mail programs: the headers of news use it. */
  supabaseUrl = siteUrl,
  /** The sentences that Studio had changed when the message was written. */
  wording: Wording = {},
  language: MailLanguage = 'en',
): Promise<Omit<Mail, 'id' | 'key' | 'to'>> {
  const compose = Object.hasOwn(templates, template) ? templates[template] : undefined;
  if (!compose) throw new Error(`no such template: ${template}`);
  return withWording(wording, language, async () => {
    const { subject, body, calendar, headers } = compose(payload, siteUrl, `${supabaseUrl}/functions/v1`);
    const [html, text] = await Promise.all([render(body), render(body, asText)]);
    const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
    const attachments = calendar ? [{ ...calendar, contentType }] : [];
    return { subject, html, text, attachments, ...(headers && { headers }) };
  });
}
