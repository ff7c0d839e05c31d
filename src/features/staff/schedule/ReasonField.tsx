import { REASON_MAX } from '#contract/camp-days.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { cancelMessages, usualReasons } from './cancel-sessions/messages.ts';

interface Props {
  id: string;
  value: string;
  /** True once staff have tried to cancel without a reason. */
  isMissing: boolean;
  onChange: (reason: string) => void;
}

/** The reason for a cancellation, which families read. Common reasons are one press away. */
export function ReasonField({ id, value, isMissing, onChange }: Props) {
  return (
    <>
      <div className="usual-reasons">
        {usualReasons.map((usual) => (
          <Button
            key={usual}
            kind="line"
            small
            aria-pressed={value === usual}
            onClick={() => onChange(usual)}
          >
            {usual}
          </Button>
        ))}
      </div>
      <Field
        id={id}
        label={cancelMessages.reason}
        hint={cancelMessages.reasonHint}
        error={isMissing ? cancelMessages.noReason : undefined}
        value={value}
        maxLength={REASON_MAX}
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  );
}
