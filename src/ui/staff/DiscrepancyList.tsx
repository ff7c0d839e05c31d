import { spelt } from './messages.ts';

export const DiscrepancyList = ({
  rows,
}: {
  rows: readonly { rule: string; subject: string; details: unknown }[];
}) => (
  <ul className="odd-rows">
    {rows.map(({ rule, subject, details }) => (
      <li key={rule + subject}>
        <b>{spelt(rule)}</b> <code>{subject}</code> <code>{JSON.stringify(details)}</code>
      </li>
    ))}
  </ul>
);
