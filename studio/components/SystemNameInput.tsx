import { useEffect } from 'react';
import { getPublishedId, set, type StringInputProps, useEditState, useFormValue } from 'sanity';
import { toSystemName } from './system-name.ts';

/**
 * Shows the system name, which follows the document's name until the first publication. From then on it does not
 * change, because bookings and links refer to it.
 */
export function SystemNameInput({ value, onChange, readOnly }: StringInputProps) {
  const [id, type, ownName, title] = [
    useFormValue(['_id']),
    useFormValue(['_type']),
    useFormValue(['name']),
    useFormValue(['title']),
  ].map((field) => (typeof field === 'string' ? field : ''));
  const name = [ownName, title].find(Boolean) ?? '';
  return (
    <FollowName
      value={value}
      isReadOnly={readOnly === true}
      onName={(next) => onChange(set(next))}
      type={type ?? ''}
      name={name}
      id={getPublishedId(id ?? '')}
    />
  );
}

interface Props extends Record<'type' | 'name' | 'id', string> {
  value: string | undefined;
  isReadOnly: boolean;
  onName: (name: string) => void;
}

function FollowName({ value, onName, isReadOnly, type, name, id }: Props) {
  const { published, ready } = useEditState(id, type);
  const systemName = name.trim() === '' ? undefined : toSystemName(type, name, id);
  const follows = ready && published === null && !isReadOnly;
  useEffect(() => {
    if (follows && systemName !== undefined && systemName !== value) onName(systemName);
  }, [follows, systemName, value, onName]);
  return (
    <p style={{ margin: 0 }}>
      <code>{value ?? '–'}</code>
    </p>
  );
}
