import { REFUND_TITLE, refundRows, type RefundSteps } from '../domain/refunds.ts';
import './refund-table.css';

/** What cancelling brings, by date; nothing where it does not depend on the day. */
export function RefundTable({ steps }: { steps: RefundSteps | null | undefined }) {
  const rows = refundRows(steps);
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
