import type { AddedChildPreview, AddingWay } from '#contract/added-children.ts';
import type { ScheduleItem } from '#contract/management-schedule.ts';
import { joinNames } from '#contract/place-names.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { plural } from '#contract/plural.ts';
import type { OwnMessages } from '#api/error-text.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { ratioWarning } from '#ui/staff/coach-ratio.ts';
import { ownFamilyRefusal, staffRefusals } from '#ui/staff/error-messages.ts';
import { coachClashMessages } from '#ui/staff/messages.ts';
import { cancelMessages } from '../cancel-sessions/messages.ts';
import { familyMailed, goneRefusals, moveMessages } from '../move-child/messages.ts';

const campOrClass = { camp: 'camp', session: 'class' } as const;

const ways: Record<AddingWay, { label: string; note: (kind: ScheduleItem['kind']) => string; act: string }> =
  {
    offer: {
      label: 'The family pays',
      note: () =>
        'We hold a spot and e-mail the family a link to pay. Until the deadline you can also sell it to them at the desk.',
      act: 'Offer spot',
    },
    credit: {
      label: 'Use a credit',
      note: () => 'We use the pass that expires first. The family gets an e-mail.',
      act: 'Use credit',
    },
    free: {
      label: 'Free spot',
      note: (kind) => `Nobody pays for this ${campOrClass[kind]}. If it is cancelled, nothing is refunded.`,
      act: 'Give free spot',
    },
  };

const askedDetails = {
  health: (name: string) => `We have no information about ${name}’s health or allergies.`,
  emergency_contact: (name: string) => `We do not know who to call about ${name} in an emergency.`,
};
const askedConsents = {
  activity: 'to take part',
  liability: 'to the risks of sport',
  medical: 'to emergency treatment',
};

/** Who pays is asked at the checkout. */
function missingLines(
  name: string,
  { missing, mailed, has_account, has_order, phone }: AddedChildPreview,
  way: AddingWay,
): string[] {
  if (way === 'offer') return [];
  const details = (['health', 'emergency_contact'] as const)
    .filter((detail) => missing.includes(detail))
    .map((detail) => askedDetails[detail](name));
  const consents = (['activity', 'liability', 'medical'] as const)
    .filter((purpose) => missing.includes(purpose))
    .map((purpose) => askedConsents[purpose]);
  const canAnswer = mailed && (has_account || has_order);
  const call = phone === null ? 'Please ask the parents yourself.' : `Please call ${formatPhone(phone)}.`;
  const ask = way === 'free' && canAnswer ? 'We ask the family by e-mail now.' : call;
  return [
    ...(details.length > 0 ? [[...details, ask].join(' ')] : []),
    ...(consents.length > 0
      ? [
          `Consent ${joinNames(consents)} is missing for ${name}. ${has_account ? 'Parents give it in Family Base.' : call}`,
        ]
      : []),
  ];
}

export const addMessages = {
  open: 'Add child',
  title: 'Add a child',
  search: 'Which child?',
  searchHint: 'Child, parent, e-mail or phone',
  searching: 'Searching…',
  nobody: 'No child found. Sell the spot at the desk to add a new family.',
  chosen: (name: string, family: string) => `${name} (${family})`,
  other: 'Choose another child',
  how: 'How is it paid?',
  ways,
  sell: 'Sell at the desk',
  checking: cancelMessages.loading,
  consequences: 'What this does',
  reason: moveMessages.reason,
  allowAge: (
    name: string,
    { code, detail }: NonNullable<AddedChildPreview['age']>,
    kind: ScheduleItem['kind'],
  ) =>
    code === 'level_not_allowed'
      ? `Let ${name} in, although this ${campOrClass[kind]} is for levels ${detail ?? 'above theirs'}`
      : `Let ${name} in, although this ${campOrClass[kind]} is for ages ${detail ?? 'other than theirs'}`,
  ageMissing: 'Please tick this, or choose another child.',
  lines: (name: string, preview: AddedChildPreview, way: AddingWay): string[] => {
    const { place, added, capacity, ahead, expires_at: until, worth_cents: worth, mailed } = preview;
    const ratio = ratioWarning(place);
    return [
      added
        ? `${capacity} of ${capacity} spots are taken. This makes ${place.taken} of ${capacity}, so we will add one spot for ${name} only.`
        : `${place.taken} of ${capacity} spots will be taken.`,
      ...(ahead.count > 0
        ? [
            `${plural(ahead.count, 'family is waiting', 'families are waiting')} and ${ahead.count === 1 ? 'keeps its' : 'keep their'} turn: ${joinNames(
              [
                ...ahead.names.map((parent) => parent ?? 'name not known'),
                ...(ahead.count > ahead.names.length ? [`${ahead.count - ahead.names.length} more`] : []),
              ],
            )}.`,
          ]
        : []),
      ...(ratio ? [`${ratio.text} Please check that another coach can come.`] : []),
      ...missingLines(name, preview, way),
      ...(worth === null ? [] : [`The spot is worth ${formatMoney(worth)}.`]),
      ...preview.clashes.map((clash) => coachClashMessages.text(clash)),
      until === null
        ? mailed
          ? familyMailed
          : 'We have no address to e-mail, so please tell the family.'
        : `The family gets an e-mail, and can pay until ${formatMoment(until)}.`,
    ];
  },
  addSpot: (act: string) => `${act}, and add a spot`,
  leave: 'Go back',
  done: (name: string, way: AddingWay, isAdded: boolean, until: string | null) =>
    [
      way === 'offer' && until !== null
        ? `A spot is held for ${name} until ${formatMoment(until)}.`
        : `${name} is booked.`,
      isAdded && 'A spot was added.',
      familyMailed,
    ]
      .filter(Boolean)
      .join(' '),
} as const;

export const addRefusals: OwnMessages = {
  ...staffRefusals,
  already_booked: 'This child already has a booking here.',
  already_waiting:
    'This child is already on the waitlist here. Open the waitlist to offer the spot, or to withdraw an offer.',
  own_balance: ownFamilyRefusal,
  camp_full: 'This camp has just filled up. To add an extra spot, choose again how it is paid.',
  session_full: 'This class has just filled up. To add an extra spot, choose again how it is paid.',
  camp_not_found: 'This camp is not on sale, so nobody can be added. Check its coach and location first.',
  session_not_found: 'This class has been cancelled.',
  changed_meanwhile: 'The number of spots has just changed. The latest numbers are below.',
  no_credit: 'This child has no credit for a class.',
  pass_expired: 'The child’s pass is not valid on that day.',
  age_not_allowed: 'This child is too young or too old for it. Only a free spot can make an exception.',
  level_not_allowed:
    'This team is for another level. Let the child into the team on the family’s page, or give a free spot.',
  waitlist_offer_over: 'It starts too soon for an answer by e-mail. Sell the spot at the desk.',
  free_spot_too_high:
    'This spot is worth more than you may still give away today. Please ask a business admin.',
  offer_not_available: 'Nothing on sale says what this spot is worth, so it can’t be given away.',
};

export const removeChildMessages = {
  open: 'Remove',
  openOf: (name: string) => `Remove ${name}`,
  tag: 'Nothing paid',
  title: (name: string) => `Remove ${name}`,
  text: 'Nothing was paid for this spot here, so nothing is refunded. The family gets an e-mail, and the waitlist gets the spot first.',
  act: 'Remove child',
  leave: 'Keep child',
  done: (name: string) => `${name} is no longer booked. ${familyMailed}`,
} as const;

export const removeChildRefusals: OwnMessages = {
  ...staffRefusals,
  ...goneRefusals,
  line_closed: 'This spot was paid. Please cancel it on its order or on the family’s page.',
};
