import { REFUND_TITLE } from '#domain/refunds.ts';
import './refund-table.css';

interface Props {
  rows: readonly { when: string; amount: string }[];
  notes?: readonly string[];
}

/** The refunds for a cancellation, by date. If the refund does not depend on the date, there is no table. */
export function RefundTable({ rows, notes = [] }: Props) {
  if (rows.length === 0) return null;
  return (
    <div className="refund-table">
      <table>
        <caption>{REFUND_TITLE}</caption>
        <tbody>
          {rows.map(({ when, amount }) => (
            <tr key={when}>
              <th scope="row">{when}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
