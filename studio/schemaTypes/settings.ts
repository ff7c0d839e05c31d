import { campaignPopup } from './documents/campaign-popup.ts';
import { legalPage } from './documents/legal-page.ts';
import { popup } from './documents/popup.ts';
import { redirect } from './documents/redirect.ts';
import { translation } from './documents/translation.ts';
import { wording } from './documents/wording.ts';
import { writtenAnswer } from './documents/written-answer.ts';
import { announcement } from './objects/announcement.ts';
import { claims } from './objects/claims.ts';
import { contact } from './objects/contact.ts';
import { link } from './objects/link.ts';
import { footer, navigation } from './objects/navigation.ts';
import { pageQuestions } from './objects/page-questions.ts';
import { pictureType } from './objects/picture.ts';
import { popupOption } from './objects/popup-option.ts';
import { seo } from './objects/seo.ts';
import { showing } from './objects/showing.ts';
import { socialLink } from './objects/social-link.ts';
import { whatsappTexts } from './objects/whatsapp-texts.ts';
import { assistant } from './singletons/assistant.ts';
import { proofSettings } from './singletons/proof-settings.ts';
import { siteSettings } from './singletons/site-settings.ts';

export const settingsTypes = [
  siteSettings,
  proofSettings,
  assistant,
  writtenAnswer,
  wording,
  translation,
  popup,
  campaignPopup,
  legalPage,
  redirect,
  announcement,
  showing,
  navigation,
  footer,
  whatsappTexts,
  socialLink,
  contact,
  pageQuestions,
  claims,
  popupOption,
  pictureType,
  link,
  seo,
];
