import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import type { DateParts } from '#domain/person.ts';
import { partsOfDate } from '#domain/person.ts';
import type { Faults } from '#domain/fault.ts';
import { Checkbox } from '../../Checkbox.tsx';
import { Field } from '../../Field.tsx';
import { BirthDate } from '../../people/BirthDate.tsx';
import { PhoneField } from '../../people/PhoneField.tsx';
import { TextArea } from '../../TextArea.tsx';
import { LinesField } from './LinesField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import type { FormField, Values } from './field.ts';
import { type MessageOf, useErrorOf } from './Form.tsx';

interface Props {
  fields: readonly FormField[];
  form: {
    $values: ReadableAtom<Values>;
    $faults: ReadableAtom<Faults>;
    change: (patch: Values) => void;
  };
  /** Returns the message of an error. By default it is the one that all forms share. */
  messageOf?: MessageOf;
}

export function Fields({ fields, form, messageOf }: Props) {
  const values = useStore(form.$values);
  const errorOf = useErrorOf(form, messageOf);
  return fields.map((field) => (
    <Row
      key={field.path}
      field={field}
      value={values[field.path] ?? ''}
      error={errorOf(field.path)}
      onType={(text) => form.change({ [field.path]: text })}
    />
  ));
}

interface RowProps {
  field: FormField;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function Row({ field, value, error, onType }: RowProps) {
  const { path: id, label, hint, kind, autoComplete, maxLength } = field;
  const common = { id, label, error, ...(hint !== undefined && { hint }) };
  const typed = { ...common, value, onType };
  switch (kind) {
    case 'area':
      return <TextArea {...typed} />;
    case 'lines':
      return <LinesField {...typed} maxLength={maxLength} />;
    case 'phone':
      return <PhoneField {...typed} autoComplete={autoComplete} maxLength={maxLength} />;
    case 'choice':
      return (
        <ChoiceField
          {...typed}
          options={field.options ?? []}
          required={field.required === true}
          {...(field.none !== undefined && { none: field.none })}
        />
      );
    case 'birth':
      return <Birth {...typed} />;
    case 'tick':
      return (
        <Checkbox
          id={id}
          checked={value === 'true'}
          error={error}
          {...(hint !== undefined && { note: hint })}
          onChange={(event) => onType(event.target.checked ? 'true' : '')}
        >
          {label}
        </Checkbox>
      );
    default:
      return (
        <Field
          {...common}
          type={kind === 'date' ? 'date' : 'text'}
          autoComplete={autoComplete}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onType(event.target.value)}
        />
      );
  }
}

interface BirthProps {
  id: string;
  label: string;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function Birth({ value, onType, ...rest }: BirthProps) {
  const parts: DateParts = partsOfDate(value === '' ? null : value);
  const put = (patch: Partial<DateParts>) => {
    const { day, month, year } = { ...parts, ...patch };
    onType(`${day}${month}${year}` === '' ? '' : `${year}-${month}-${day}`);
  };
  return <BirthDate {...rest} value={parts} onType={put} />;
}
