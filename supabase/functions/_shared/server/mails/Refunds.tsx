import { Text } from '@react-email/components';
import { refundNotes } from '../../contract/refund-notes.ts';
import { REFUND_TITLE, refundRows } from '../../contract/refund-steps.ts';
import { type MailOrder, whoseLine } from './order.ts';
import { style } from './theme.ts';

export function Refunds({ order }: { order: MailOrder }) {
  const tables = order.lines.flatMap((line) => {
    const rows = refundRows(line.refund_steps);
    return rows.length === 0
      ? []
      : [
          {
            name: [line.title, whoseLine(order, line)].filter(Boolean).join(', '),
            rows,
            notes: refundNotes(line),
          },
        ];
  });
  if (tables.length === 0) return null;
  return (
    <>
      <Text style={{ ...style.when, marginTop: 20 }} className="when">
        {REFUND_TITLE}
      </Text>
      {tables.map(({ name, rows, notes }) => (
        <table key={name} className="receipt" style={style.table}>
          <tbody>
            {tables.length > 1 && (
              <tr>
                <th scope="rowgroup" colSpan={2} style={{ ...style.cell, fontWeight: 700 }}>
                  {name}
                </th>
              </tr>
            )}
            {rows.map(({ when, amount }) => (
              <tr key={when}>
                <th scope="row" style={style.cell}>
                  {when}
                </th>
                <td style={style.amount}>{amount}</td>
              </tr>
            ))}
            {notes.map((note) => (
              <tr key={note}>
                <td colSpan={2} className="note" style={{ ...style.cell, ...style.note }}>
                  {note}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </>
  );
}
