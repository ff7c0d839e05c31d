import type { PassSession } from '#contract/after-sale.ts';
import { paths } from '#config/paths.ts';
import { spotsText } from '#domain/spots.ts';
import { hoursOf, whenOf } from './pass.ts';
import { passMessages } from './messages.ts';

interface Props {
  one: PassSession;
  name: string;
  checked: boolean;
  onChoose: (id: string) => void;
}

/** Shows a session that can be chosen. If it is full, it links to its waitlist instead. */
export function SessionOption({ one: { session, spots_left }, name, checked, onChoose }: Props) {
  const facts = (
    <span>
      <b>{hoursOf(session)}</b>
      <small>
        {session.class_type}, {session.location_name}
      </small>
    </span>
  );
  if (spots_left === 0)
    return (
      <div className="move-target full pass-full">
        {facts}
        <span className="target-spots">
          {spotsText(spots_left)}
          <a
            href={`${paths.waitlist}?session=${encodeURIComponent(session.session_id)}`}
            aria-label={passMessages.waitFor(`${whenOf(session)}, ${session.class_type}`)}
          >
            {passMessages.wait}
          </a>
        </span>
      </div>
    );
  return (
    <label className="move-target">
      <input type="radio" name={name} checked={checked} onChange={() => onChoose(session.session_id)} />
      {facts}
      <span className="target-spots">{spotsText(spots_left)}</span>
    </label>
  );
}
