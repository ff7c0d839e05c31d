import { useStore } from '@nanostores/react';
import type { Subject } from '#browser/order-memory.ts';
import { basketMessages } from '../basket-messages.ts';
import type { Checkout } from '../store.ts';
import { Choice } from './Choice.tsx';
import { ridesOf } from './rides.ts';
import { RideTitle } from './RideTitle.tsx';

/** The rides of several camps. Each names what it costs at each camp, and which camp has none. */
export function BasketRides({ checkout, camps }: { checkout: Checkout; camps: readonly Subject[] }) {
  const { form, changes, sale } = checkout;
  const { transport } = useStore(form.$values);
  const isChanging = useStore(changes.$changing);
  const rides = ridesOf(camps, useStore(sale.$offers), useStore(sale.$order));
  return rides.map((ride) => (
    <Choice
      key={ride.id}
      id={`transport-${ride.id}`}
      name="transport"
      checked={transport === ride.id}
      disabled={isChanging}
      title={<RideTitle title={ride.title} cents={ride.cents} />}
      note={ride.camps.map(({ name, cents }) => (
        <span key={name} className="ride-camp">
          {basketMessages.ride(name, cents)}
        </span>
      ))}
      onChoose={() => void changes.choose(ride.id)}
    />
  ));
}
