import { createElement } from 'react';
import * as v from 'valibot';
import { brand } from '../../contract/brand.ts';
import { invitationPath } from '../../contract/family-parents.ts';
import { formatMoney } from './format.ts';
import { phonePurposes } from '../../contract/family-child.ts';
import { joinNames } from '../../contract/place-names.ts';
import { correctableFields } from '../../contract/management-families.ts';
import { CampPhotosReady } from './CampPhotosReady.tsx';
import { CampReviewAsked } from './CampReviewAsked.tsx';
import type { Template } from './content.ts';
import { DetailsCorrected } from './DetailsCorrected.tsx';
import { FriendBooked } from './FriendBooked.tsx';
import { GiftVoucher } from './GiftVoucher.tsx';
import { plainName } from './greeting.ts';
import { ParentInvitation } from './ParentInvitation.tsx';
import { ParentsChanged } from './ParentsChanged.tsx';
import { say } from './say.ts';

const Invitation = v.object({ token: v.string(), from_name: v.string(), expires_at: v.string() });
const Changed = v.object({
  parent_name: v.nullable(v.string()),
  other_name: v.optional(v.nullable(v.string()), null),
  /** The address that the office invited. */
  email: v.optional(v.nullable(v.string()), null),
  /**
   * `joined_with` means that the other parent joined with their family. `brought` means that the recipient did. A kind
   * that ends in `_other` is about the other parent.
   */
  kind: v.picklist([
    ...(['joined', 'joined_with', 'brought'] as const),
    ...(['removed', 'removed_other', 'left', 'left_other', 'first', 'second'] as const),
    ...(['handover_from', 'handover_to', 'handover_stopped', 'invited_by_office'] as const),
    ...(['removed_by_office', 'removed_by_office_other'] as const),
  ]),
  at: v.optional(v.nullable(v.string()), null),
  /** The titles of passes that are still charged to the parent who left. */
  renewals: v.array(v.string()),
  /** True if the people who collect have new pick-up codes. */
  new_codes: v.optional(v.boolean(), false),
});
const CorrectedDetails = v.object({
  /** Null in the mail to a guest's former address, which may belong to a stranger. */
  parent_name: v.nullable(v.string()),
  child: v.nullable(v.string()),
  /** `channels` are the channels by which we may write, as a parent told staff on the phone. */
  fields: v.array(v.picklist([...correctableFields, 'channels', 'emergency_contact', 'contact', 'consent'])),
  /** An answer that a parent gave to staff on the phone. */
  consent: v.optional(v.object({ purpose: v.picklist(phonePurposes), given: v.boolean() })),
});
const ReviewRequest = v.object({
  parent_name: v.nullable(v.string()),
  review_of: v.pipe(v.string(), v.uuid()),
  children: v.array(v.string()),
  title: v.string(),
  location: v.string(),
  first_day: v.pipe(v.string(), v.isoDate()),
  last_day: v.pipe(v.string(), v.isoDate()),
});
export type ReviewRequest = v.InferOutput<typeof ReviewRequest>;
const FriendBookedMail = v.object({
  parent_name: v.nullable(v.string()),
  credit_cents: v.pipe(v.number(), v.integer()),
});
export type FriendBookedMail = v.InferOutput<typeof FriendBookedMail>;
const Voucher = v.object({
  voucher_code: v.string(),
  cents: v.number(),
  buyer_name: v.string(),
  recipient_name: v.nullable(v.string()),
  message: v.nullable(v.string()),
  valid_until: v.nullable(v.string()),
});
/** New photos of camp days, for each child, camp and day. */
const CampPhotosMail = v.object({
  parent_name: v.nullable(v.string()),
  days: v.pipe(
    v.array(
      v.object({
        child_id: v.pipe(v.string(), v.uuid()),
        child_name: v.string(),
        title: v.string(),
        location: v.string(),
        day: v.pipe(v.string(), v.isoDate()),
        photos: v.pipe(v.number(), v.integer(), v.minValue(1)),
      }),
    ),
    v.minLength(1),
  ),
});
export type CampPhotosMail = v.InferOutput<typeof CampPhotosMail>;
export type Voucher = v.InferOutput<typeof Voucher>;
export type CorrectedDetails = v.InferOutput<typeof CorrectedDetails>;
export type Invitation = v.InferOutput<typeof Invitation>;
export type Changed = v.InferOutput<typeof Changed>;

/** If the office removed a parent, the subjects are those of a removal, and of becoming the first parent. */
function subjectOf(kind: Changed['kind']): string {
  if (kind === 'removed_by_office') return subjects().removed;
  return kind === 'removed_by_office_other' ? subjects().first : subjects()[kind];
}
const subjects = (): Record<
  Exclude<Changed['kind'], 'removed_by_office' | 'removed_by_office_other'>,
  string
> => ({
  joined: say`the second parent has joined your family`,
  joined_with: say`the second parent has joined, with their children and bookings`,
  brought: say`you have joined a family, with your children and bookings`,
  removed: say`your access to the family account has ended`,
  removed_other: say`you have removed the second parent`,
  left: say`you have left the family account`,
  left_other: say`the other parent has left your family account`,
  first: say`you are now the first parent of your family`,
  second: say`the other parent is now the first parent of your family`,
  handover_from: say`you will become the second parent of your family; you have one day to stop this`,
  handover_to: say`you will become the first parent of your family`,
  handover_stopped: say`the first parent of your family stays the same`,
  invited_by_office: say`we have invited a second parent to your family`,
});

function correctionTitle({ fields }: CorrectedDetails, child: string | null): string {
  if (fields.includes('consent')) return say`your answer by phone`;
  if (fields.includes('emergency_contact')) return say`we have added an emergency contact`;
  return child ? say`we have corrected ${child}’s details` : say`we have corrected your details`;
}

export const familyTemplates: Record<string, Template> = {
  gift_voucher: (payload, siteUrl) => {
    const voucher = v.parse(Voucher, payload);
    return {
      subject: say`Your gift voucher of ${formatMoney(voucher.cents)}`,
      body: createElement(GiftVoucher, { voucher, siteUrl }),
    };
  },
  camp_photos: (payload, siteUrl) => {
    const mail = v.parse(CampPhotosMail, payload);
    const names = [
      ...new Set(mail.days.map(({ child_name }) => plainName(child_name) ?? say`your child`)),
    ].join(', ');
    return {
      subject: say`${brand.name}: new photos of ${names}`,
      body: createElement(CampPhotosReady, {
        mail,
        urlOf: (childId) => `${siteUrl}/family-base/child?id=${childId}#camp-photos`,
      }),
    };
  },
  camp_review: (payload, siteUrl) => {
    const mail = v.parse(ReviewRequest, payload);
    const names = joinNames(mail.children.map((name) => plainName(name) ?? say`your child`));
    return {
      subject: say`${brand.name}: how was ${mail.title} for ${names}?`,
      body: createElement(CampReviewAsked, {
        mail,
        names,
        url: `${siteUrl}/family-base/review?camp=${mail.review_of}`,
      }),
    };
  },
  friend_booked: (payload, siteUrl) => {
    const mail = v.parse(FriendBookedMail, payload);
    return {
      subject: say`${brand.name}: a friend booked with your code`,
      body: createElement(FriendBooked, { mail, url: `${siteUrl}/family-base/passes#balance` }),
    };
  },
  parent_invitation: (payload, siteUrl) => {
    const invitation = v.parse(Invitation, payload);
    const name = plainName(invitation.from_name);
    return {
      subject: say`${name ?? say`A parent`} invites you to their family at ${brand.name}`,
      body: createElement(ParentInvitation, { invitation, url: siteUrl + invitationPath(invitation.token) }),
    };
  },
  parents_changed: (payload, siteUrl) => {
    const change = v.parse(Changed, payload);
    return {
      subject: `${brand.name}: ${subjectOf(change.kind)}`,
      body: createElement(ParentsChanged, { change, url: `${siteUrl}/family-base/parents` }),
    };
  },
  details_corrected: (payload) => {
    const correction = v.parse(CorrectedDetails, payload);
    const child = plainName(correction.child);
    return {
      subject: `${brand.name}: ${correctionTitle(correction, child)}`,
      body: createElement(DetailsCorrected, { correction, child }),
    };
  },
};
