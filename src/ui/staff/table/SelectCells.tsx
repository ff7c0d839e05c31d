import { selectionMessages } from '../../kit/messages.ts';
import { isWithShift, type Selection } from '../../kit/selection.ts';

export function SelectAll<Row>({ selection, rows }: { selection: Selection<Row>; rows: readonly Row[] }) {
  const isAll = selection.isAll(rows);
  const isSome = !isAll && selection.selectedOf(rows).length > 0;
  return (
    <th scope="col" className="select-row">
      <label>
        <input
          type="checkbox"
          aria-label={selectionMessages.all}
          ref={(box) => {
            if (box) box.indeterminate = isSome;
          }}
          checked={isAll}
          onChange={() => selection.toggleAll(rows)}
        />
      </label>
    </th>
  );
}

interface Props {
  /** The name of the row. Null if the row cannot be selected. */
  name: string | null;
  isSelected: boolean;
  tabIndex: number;
  onFocus: () => void;
  /**
   * Called when the checkbox is pressed. With the shift key `isRange` is true, which selects all rows from the last
   * selected row on.
   */
  onSelect: (isRange: boolean) => void;
}

export const SelectRow = ({ name, isSelected, tabIndex, onFocus, onSelect }: Props) => (
  <td className="select-row">
    {name !== null && (
      <label>
        <input
          type="checkbox"
          aria-label={selectionMessages.row(name)}
          tabIndex={tabIndex}
          checked={isSelected}
          onFocus={onFocus}
          onChange={({ nativeEvent }) => onSelect(isWithShift(nativeEvent))}
        />
      </label>
    )}
  </td>
);
