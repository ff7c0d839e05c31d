import { type ComponentProps, useMemo, useState } from 'react';
import { callingCountries, codeOf, HOME } from '#domain/calling-codes.ts';
import { countryOf, inCountry, typedIn } from '#domain/phone.ts';
import { Field } from '../Field.tsx';
import { countryLabel, countryShown } from './messages.ts';
import '../field.css';

interface Props extends Omit<
  ComponentProps<typeof Field>,
  'prefix' | 'type' | 'inputMode' | 'onChange' | 'value'
> {
  value: string;
  onType: (phone: string) => void;
}

export function PhoneField({ value, onType, ...field }: Props) {
  const [chosen, setChosen] = useState(HOME);
  const country = countryOf(value, chosen);
  function type(text: string): void {
    // A typed calling code takes precedence over the country that was chosen before.
    if (countryOf(text, chosen) !== chosen) setChosen(HOME);
    onType(typedIn(text, chosen));
  }
  function choose(next: string): void {
    setChosen(next);
    onType(inCountry(value, next));
  }
  return (
    <Field
      {...field}
      prefix={<Country country={country} onChoose={choose} />}
      type="tel"
      inputMode="tel"
      value={value}
      onChange={(event) => type(event.target.value)}
    />
  );
}

function Country({ country, onChoose }: { country: string; onChoose: (country: string) => void }) {
  const countries = useMemo(() => callingCountries(), []);
  return (
    <span className="country">
      <span aria-hidden="true">{countryShown(country, codeOf(country))}</span>
      <select aria-label={countryLabel} value={country} onChange={(event) => onChoose(event.target.value)}>
        {countries.map((country) => (
          <option key={country.country} value={country.country}>
            {`${country.name} +${country.code}`}
          </option>
        ))}
      </select>
    </span>
  );
}
