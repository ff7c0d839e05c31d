import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { formatTime } from '#domain/dates.ts';
import { Field } from '#ui/Field.tsx';
import { Choice } from './Choice.tsx';
import { messages } from '../messages.ts';
import { RideTitle } from './RideTitle.tsx';
import type { Checkout } from '../store.ts';
import { useErrors } from './use-errors.ts';
import type { Words } from '../content.ts';

const BasketRides = lazy(async () => ({ default: (await import('../basket-views.ts')).BasketRides }));

export function Travel({ checkout, words }: { checkout: Checkout; words: Words }) {
  const { form, changes } = checkout;
  const values = useStore(form.$values);
  const error = useErrors(form);
  const offer = useStore(checkout.sale.$offer);
  const order = useStore(checkout.sale.$order);
  const isChanging = useStore(changes.$changing);
  const offers = useStore(checkout.sale.$offers);
  const isBasket = useStore(checkout.sale.$isBasket);
  const camps = useStore(checkout.sale.$parts).filter(({ kind }) => kind === 'camp');
  const camp = order?.lines.find((line) => line.camp)?.camp;
  const opensAt = offer?.details.extended_day?.start ?? camp?.session_time_start;
  const isSeveral = isBasket && camps.length > 1;
  const ridesOfOne = (isBasket ? offers[camps[0]?.offerId ?? ''] : offer)?.details.transport;
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
          note={
            isSeveral
              ? messages.bases
              : [camp?.location_address ?? camp?.location_name, opensAt && `from ${formatTime(opensAt)}`]
                  .filter(Boolean)
                  .join(', ')
          }
          onChoose={() => void changes.choose('')}
        />
        {isSeveral && (
          <Suspense>
            <BasketRides checkout={checkout} camps={camps} />
          </Suspense>
        )}
        {!isSeveral &&
          ridesOfOne?.map((option) => (
            <Choice
              key={option.id}
              id={`transport-${option.id}`}
              name="transport"
              checked={values.transport === option.id}
              disabled={isChanging}
              title={<RideTitle title={option.title} cents={option.price_cents} />}
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
