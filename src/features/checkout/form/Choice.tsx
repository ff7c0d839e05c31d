import type { ReactNode } from 'react';

interface Props {
  id: string;
  name: string;
  checked: boolean;
  disabled?: boolean;
  invalid?: boolean;
  title: ReactNode;
  note?: ReactNode;
  onChoose: () => void;
}

export function Choice({ id, name, checked, disabled, invalid, title, note, onChoose }: Props) {
  return (
    <label className="checkout-choice" htmlFor={id} data-keep-clear>
      <input
        type="radio"
        id={id}
        name={name}
        checked={checked}
        disabled={disabled}
        data-bad={invalid ? true : undefined}
        onChange={onChoose}
      />
      <span>
        <b>{title}</b>
        {note && <small>{note}</small>}
      </span>
    </label>
  );
}
