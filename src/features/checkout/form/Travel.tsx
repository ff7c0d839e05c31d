import { useStore } from '@nanostores/react';
import { formatTime } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import { Field } from '#ui/Field.tsx';
import { Choice } from './Choice.tsx';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';
import type { Words } from '../content.ts';

export function Travel({ checkout, words }: { checkout: Checkout; words: Words }) {
  const { form, changes } = checkout;
  const values = useStore(form.$values);
  const error = useErrors(form);
  const offer = useStore(checkout.sale.$offer);
  const order = useStore(checkout.sale.$order);
  const isChanging = useStore(changes.$changing);
  const camp = order?.lines[0]?.camp;
  const opensAt = offer?.details.extended_day?.start ?? camp?.session_time_start;
  return (
    <div className="fields">
      <fieldset className="checkout-choices stack gap-3">
        <legend>Transport</legend>
        <Choice
          id="transport"
          name="transport"
          checked={values.transport === ''}
          disabled={isChanging}
          title="Self drop-off"
          note={[camp?.location_address ?? camp?.location_name, opensAt && `from ${formatTime(opensAt)}`]
            .filter(Boolean)
            .join(', ')}
          onChoose={() => void changes.choose('')}
        />
        {offer?.details.transport.map((option) => (
          <Choice
            key={option.id}
            id={`transport-${option.id}`}
            name="transport"
            checked={values.transport === option.id}
            disabled={isChanging}
            title={
              <>
                <span>{option.title}</span>{' '}
                <span>{option.price_cents === 0 ? 'Included' : formatMoney(option.price_cents)}</span>
              </>
            }
            note={
              option.price_cents === 0 ? 'To your door and back' : 'To your door and back, for each child'
            }
            onChoose={() => void changes.choose(option.id)}
          />
        ))}
      </fieldset>
      {values.transport !== '' && (
        <Field
          id="transport_address"
          label={words.transport.addressLabel}
          hint={words.transport.addressHint}
          autoComplete="street-address"
          maxLength={300}
          value={values.address}
          error={error('transport_address')}
          onChange={(event) => form.type({ address: event.target.value })}
          onBlur={() => void form.checkLeftField('transport_address')}
          required
        />
      )}
    </div>
  );
}
