import { Field } from '../Field.tsx';
import { coachConcernMessages } from './messages.ts';

interface Props {
  id: string;
  value: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

export const AssignReason = ({ id, value, error, onChange }: Props) => (
  <Field
    id={id}
    label={coachConcernMessages.reason}
    hint={coachConcernMessages.reasonHint}
    error={error}
    value={value}
    maxLength={200}
    autoComplete="off"
    required
    onChange={({ target }) => onChange(target.value)}
  />
);
