import { base } from './documents/base.ts';
import { coach } from './documents/coach.ts';
import { faq, faqTopic } from './documents/faq.ts';
import { level } from './documents/level.ts';
import { mediaLogo } from './documents/media-logo.ts';
import { mission } from './documents/mission.ts';
import { team } from './documents/team.ts';
import { answerText } from './rich-text.ts';
import { testimonial } from './documents/testimonial.ts';

/** The types of people, places and topics. Each is a separate document, because several pages show it. */
export const peopleTypes = [
  team,
  level,
  base,
  coach,
  testimonial,
  mission,
  mediaLogo,
  faqTopic,
  faq,
  answerText,
];
