import type { StaffPlace } from '#contract/management.ts';
import camp from '#assets/mascot/head.svg?url';
import { formatHours } from '#domain/dates.ts';
import { teamBadges } from '#ui/avatars.ts';
import { placeMessages } from './messages.ts';
import { countHeads, buildPips } from './model.ts';

interface Props {
  place: StaffPlace;
  isChosen: boolean;
  onChoose: () => void;
}

/** Shows how full a session or camp is, both as segments and as text. */
export function PlaceTile({ place, isChosen, onChoose }: Props) {
  const { title, team, location, starts_at, ends_at, is_cancelled_by_us } = place;
  const heads = countHeads([place]);
  return (
    <button
      type="button"
      className={is_cancelled_by_us ? 'place-tile off' : 'place-tile'}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className="what">
        <img src={team ? teamBadges[team] : camp} width="36" height="36" alt="" />
        <span>
          <b>{formatHours(starts_at, ends_at)}</b>
          <span>
            {title} · {location}
          </span>
        </span>
      </span>
      <span className="place-pips" aria-hidden="true">
        {buildPips(place).map((segment, index) => (
          <i key={index} className={`pip-${segment}`} />
        ))}
      </span>
      <span className="how">
        {(!is_cancelled_by_us || heads.all > 0) && <b>{placeMessages.in(heads)}</b>}
        <span>{placeMessages.open(place)}</span>
      </span>
    </button>
  );
}
