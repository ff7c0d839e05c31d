import type { Mail } from '../mail.ts';
import { afterSaleTemplates } from './after-sale-mails.ts';
import type { Template } from './content.ts';
import { enquiryTemplates } from './enquiry-mails.ts';
import { freeSpotTemplates } from './free-spot-mails.ts';
import { familyTemplates } from './family-mails.ts';
import { gateTemplates } from './gate-mails.ts';
import { toHtml, toMarkup } from './markup.ts';
import { messageTemplates } from './message-mails.ts';
import { orderTemplates } from './order-mails.ts';
import { partyTemplates } from './party-mails.ts';
import { passTemplates } from './pass-mails.ts';
import { placeTemplates } from './place-mails.ts';
import { toPlainText } from './plain-text.ts';
import { type MailLanguage, type Wording, withWording } from './say.ts';
import { staffTemplates } from './staff-mails.ts';
import { waitlistTemplates } from './waitlist-mails.ts';

export const templates: Record<string, Template> = {
  ...orderTemplates,
  ...afterSaleTemplates,
  ...passTemplates,
  ...waitlistTemplates,
  ...freeSpotTemplates,
  ...partyTemplates,
  ...enquiryTemplates,
  ...familyTemplates,
  ...gateTemplates,
  ...staffTemplates,
  ...messageTemplates,
  ...placeTemplates,
};

/** Mail programs support this type of document best. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

/** Renders a mail. The same message always gives the same mail. Rejects if the template is unknown. */
export function renderMail(
  template: string,
  payload: unknown,
  siteUrl: string,
  supabaseUrl = siteUrl,
  wording: Wording = {},
  language: MailLanguage = 'en',
): Promise<Omit<Mail, 'id' | 'key' | 'to'>> {
  const compose = Object.hasOwn(templates, template) ? templates[template] : undefined;
  // An invalid payload rejects, and does not throw.
  return Promise.resolve().then(() => {
    if (!compose) throw new Error(`no such template: ${template}`);
    return withWording(wording, language, () => {
      const { subject, body, calendar, headers } = compose(payload, siteUrl, `${supabaseUrl}/functions/v1`);
      const markup = toMarkup(body);
      const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
      const attachments = calendar ? [{ ...calendar, contentType }] : [];
      const [html, text] = [DOCTYPE + toHtml(markup), toPlainText(markup)];
      return { subject, html, text, attachments, ...(headers && { headers }) };
    });
  });
}
