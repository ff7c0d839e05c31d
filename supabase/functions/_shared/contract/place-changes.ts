import * as v from 'valibot';
import { count } from './numbers.ts';
import { OrderSession, QuoteCamp } from './places.ts';

/** A change of the place, hours or coach of a booked session or camp (docs/decisions "/management/schedule"). */

/** The facts that families know about a session or camp. One of `session` and `camp` is null. */
export const PlaceFacts = v.object({
  session: v.nullable(OrderSession),
  camp: v.nullable(QuoteCamp),
  coaches: v.array(v.string()),
});
export type PlaceFacts = v.InferOutput<typeof PlaceFacts>;

/** The parts of a session or camp whose change matters to families. */
export const placeParts = ['place', 'hours', 'coach'] as const;
export const PlacePart = v.picklist(placeParts);
export type PlacePart = (typeof placeParts)[number];

/** A session or camp that a coach or a child already has at that time. `name` is that person. */
export const Clash = v.object({
  name: v.string(),
  title: v.string(),
  location: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type Clash = v.InferOutput<typeof Clash>;

/** A concern about a coach. `title` and `location` are what the coach has at that time, if anything. */
export const CoachConcern = v.object({
  kind: v.picklist(['absent', 'double_booked', 'travel', 'outside_hours']),
  name: v.string(),
  title: v.nullable(v.string()),
  location: v.nullable(v.string()),
  starts_at: v.string(),
  ends_at: v.string(),
});
export type CoachConcern = v.InferOutput<typeof CoachConcern>;

/** What a change would do. */
export const ChangeImpact = v.object({
  /** The changed parts that families are told about. */
  changed: v.array(PlacePart),
  children: count,
  families: count,
  /** The number of addresses that get a mail. */
  mails: count,
  /** The number of numbers that get a WhatsApp or SMS. */
  phones: count,
  /** The number of waitlist entries. */
  waiting: count,
  /** The number of places in open checkouts. */
  held: count,
  /** What its coaches already have at that time. */
  coaches: v.array(Clash),
  concerns: v.array(CoachConcern),
  /** True if staff must give a reason, because of a concern. */
  needs_reason: v.boolean(),
  /** Children who have another booking at that time. This is only checked if the hours change. */
  busy: v.array(Clash),
});
export type ChangeImpact = v.InferOutput<typeof ChangeImpact>;

export interface ChangeNotice {
  notify: boolean;
  /** What families read about the change, or why they are not notified. */
  note: string | null;
  /** The numbers that the preview showed. */
  expected: { families: number; mails: number };
}
