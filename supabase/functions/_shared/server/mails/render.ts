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

const asText = {
  plainText: true,
  htmlToTextOptions: {
    selectors: [
      { selector: 'table.receipt', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      { selector: 'hr', format: 'skip' },
    ],
  },
};

/** The same message always gives the same mail. Throws for an unknown template. */
export async function renderMail(
  template: string,
  payload: unknown,
  siteUrl: string,
  supabaseUrl = siteUrl,
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
