import { useStore } from '@nanostores/react';
import { WithNames } from '#ui/WithNames.tsx';
import { messages } from './messages.ts';
import { creditsAfter } from './model.ts';
import type { Booking, View } from './store.ts';

export function Children({ booking, view }: { booking: Booking; view: Extract<View, { state: 'ready' }> }) {
  const { childId } = useStore(booking.$shown);
  const chosen = useStore(booking.$chosen);
  const choices = [
    ...(view.children.length > 1 ? [{ id: null, label: messages.everybody, long: messages.everybody }] : []),
    ...view.children.map((child) => {
      const credits = creditsAfter(child, chosen);
      return {
        id: child.child_id,
        label: messages.credits(child.name, credits),
        long: messages.creditsOf(child.name, credits),
      };
    }),
  ];
  return (
    <fieldset className="chips book-children">
      <legend className="sr-only">Who is it for?</legend>
      {choices.map(({ id, label, long }) => (
        <label key={id} className="chip">
          <input
            type="radio"
            name="child"
            aria-label={long}
            checked={childId === id || (view.children.length === 1 && id !== null)}
            onChange={() => booking.show({ childId: id })}
          />
          <span>
            <WithNames text={label} names={view.children.map(({ name }) => name)} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}
