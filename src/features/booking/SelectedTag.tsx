import { Icon } from '#ui/Icon.tsx';
import { check } from '#ui/icons.ts';
import { messages } from './messages.ts';

export function SelectedTag() {
  return (
    <span className="selected-tag">
      <Icon path={check} />
      {messages.selected}
    </span>
  );
}
