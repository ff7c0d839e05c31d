import type { MergeSide } from '#contract/management-families.ts';
import { formatPhone } from '#contract/phone-format.ts';
import { formatMoment } from '#domain/dates.ts';
import { dayOf } from '#domain/day-of.ts';
import { childrenLine } from './list.tsx';
import { mergeMessages } from './merge-messages.ts';

const { rows } = mergeMessages;

/** Returns the latest sign-in of any parent, or null if nobody has ever signed in. */
const lastSignIn = ({ parents }: MergeSide): string | null =>
  parents.reduce<string | null>(
    (last, { seen_at }) => (seen_at !== null && (last === null || seen_at > last) ? seen_at : last),
    null,
  );

const facts: readonly [title: string, of: (side: MergeSide) => string][] = [
  [rows.family, ({ family }) => `${family.name}, ${family.email}`],
  [rows.account, ({ family }) => mergeMessages.account(family.has_account)],
  [
    rows.signedIn,
    (side) => {
      const last = lastSignIn(side);
      return last === null ? mergeMessages.never : formatMoment(last);
    },
  ],
  [rows.phone, ({ family }) => (family.phone === null ? '–' : formatPhone(family.phone))],
  [rows.children, ({ family }) => childrenLine(family)],
  [rows.orders, mergeMessages.ordersOf],
  [rows.since, ({ family }) => dayOf(family.created_at)],
];

/** The families may have the same name, so the head of each column says which family remains. */
export function MergeSides({ into, from }: { into: MergeSide; from: MergeSide }) {
  return (
    <table className="merge-sides">
      <thead>
        <tr>
          <td />
          <th scope="col">
            <span className="tag good">{mergeMessages.survivingColumn}</span>
          </th>
          <th scope="col">
            <span className="tag bad">{mergeMessages.mergedColumn}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([title, factOf]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>{factOf(into)}</td>
            <td>{factOf(from)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
