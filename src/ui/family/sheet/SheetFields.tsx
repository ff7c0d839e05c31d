import type { DateParts } from '#domain/person.ts';
import { partsOfDate } from '#domain/person.ts';
import type { Faults } from '#domain/fault.ts';
import { Checkbox } from '../../Checkbox.tsx';
import { Field } from '../../Field.tsx';
import { BirthDate } from '../../people/BirthDate.tsx';
import { PhoneField } from '../../people/PhoneField.tsx';
import { faultMessage } from '../../people/messages.ts';
import { TextArea } from '../../TextArea.tsx';
import { LinesField } from './LinesField.tsx';
import { ChoiceField } from './ChoiceField.tsx';
import type { SheetField, Values } from './field.ts';

interface Props {
  fields: readonly SheetField[];
  values: Values;
  faults: Faults;
  onType: (path: string, text: string) => void;
}

export const SheetFields = ({ fields, values, faults, onType }: Props) => (
  <>
    {fields.map((field) => {
      const fault = faults[field.path];
      return (
        <SheetFieldRow
          key={field.path}
          field={field}
          value={values[field.path] ?? ''}
          error={fault && faultMessage(fault)}
          onType={(text) => onType(field.path, text)}
        />
      );
    })}
  </>
);

interface RowProps {
  field: SheetField;
  value: string;
  error: string | undefined;
  onType: (text: string) => void;
}

function SheetFieldRow({ field, value, error, onType }: RowProps) {
  const { path: id, label, hint, kind, autoComplete, maxLength } = field;
  const said = { id, label, error, ...(hint !== undefined && { hint }) };
  const typed = { ...said, value, onType };
  switch (kind) {
    case 'area':
      return <TextArea {...typed} />;
    case 'lines':
      return <LinesField {...typed} maxLength={maxLength} />;
    case 'phone':
      return <PhoneField {...typed} autoComplete={autoComplete} maxLength={maxLength} />;
    case 'choice':
      return <ChoiceField {...typed} options={field.options ?? []} />;
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
          {...said}
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
