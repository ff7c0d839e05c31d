import { Field } from '../Field.tsx';
import { coachConcernMessages, noReasonMessage } from './messages.ts';

interface Props {
  id: string;
  value: string;
  isMissing: boolean;
  onChange: (reason: string) => void;
}

/** Why a coach is assigned although something stands against it. */
export const AssignReason = ({ id, value, isMissing, onChange }: Props) => (
  <Field
    id={id}
    label={coachConcernMessages.reason}
    hint={coachConcernMessages.reasonHint}
    error={isMissing ? noReasonMessage : undefined}
    value={value}
    maxLength={200}
    autoComplete="off"
    required
    onChange={({ target }) => onChange(target.value)}
  />
);
