import { REFUND_TITLE } from '../domain/refunds.ts';
import './refund-table.css';

/** What cancelling brings, by date; nothing where it does not depend on the day. */
export function RefundTable({ rows }: { rows: readonly { when: string; amount: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <table className="refund-table">
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
  );
}
