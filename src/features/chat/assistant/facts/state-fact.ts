import { anchors, bookingPath, campAnchors, paths } from '#config/paths.ts';
import type { Details, Fact } from '../recognise.ts';
import type { Subject } from '../subjects.ts';
import { topicOf, nextStepFor } from '../next-steps.ts';
import { costLines } from './cost.ts';
import { freeLines } from './free-spots.ts';
import { sourceMessages } from './messages.ts';
import { ageLines, hoursLines, placeLines, refundLines } from './terms.ts';
import { isCamp, isParty, type Statement, type World } from './world.ts';

export function stateFact(
  { ask, subject }: Fact,
  world: World,
  details: Details,
  question: string,
): Statement | null {
  const base = baseIn(question, world);
  const lines = {
    cost: () => costLines(subject, world),
    free: () => freeLines(subject, world, { ...details, base }),
    age: () => ageLines(subject, world, details),
    hours: () => hoursLines(subject, world, details),
    place: () => placeLines(subject, world, base),
    refund: () => refundLines(subject, world),
  }[ask]();
  return lines.length === 0 ? null : { lines, ...sourceOf(subject, ask === 'place') };
}

const baseIn = (question: string, { places }: World): string | null =>
  places.find(({ short }) => short !== '' && question.includes(short.toLowerCase()))?.base ?? null;

function sourceOf(subject: Subject, isPlace: boolean): Pick<Statement, 'href' | 'where'> {
  if (isPlace) return { href: `${paths.about}#:~:text=Where%20we%20are`, where: sourceMessages.places };
  const { href, page } = nextStepFor(topicOf(subject));
  if (page) return { href, where: page };
  if (isCamp(subject) || subject === 'transport' || subject === 'sibling')
    return { href: `${paths.camps}#${campAnchors.packages}`, where: sourceMessages.camps };
  if (isParty(subject)) return { href: `${paths.birthdays}#packages`, where: sourceMessages.parties };
  if (subject === 'tryout')
    return { href: `${paths.tryOutForKids}#${anchors.sessions}`, where: sourceMessages.tryOut };
  if (subject === 'classes') return { href: bookingPath, where: sourceMessages.classes };
  return { href: paths.passes, where: sourceMessages.passes };
}
