import type { ManagementToday } from '#contract/management.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { uncoveredMessages as words } from './messages.ts';
import { TodoList } from './TodoList.tsx';
import { schedulePath } from '#ui/staff/schedule-path.ts';

/** Lists sessions and camps whose coach is absent or gone, and sessions of the planned weeks that have no coach. */
export const UncoveredPlaces = ({ uncovered }: Pick<ManagementToday, 'uncovered'>) =>
  uncovered.count === 0 ? null : (
    <TodoList id="uncovered" title={words.heading} none="" rows={uncovered}>
      {(place) => (
        <li key={`${place.place_id} ${place.coach}`}>
          <p>
            <b>{words.title(place)}</b>
          </p>
          <p className="quiet numbers">{words.text(place)}</p>
          <div className="row no-print">
            <ButtonLink
              kind="line"
              small
              href={schedulePath(place.place_id)}
              aria-label={words.openOf(place)}
            >
              {words.open}
            </ButtonLink>
          </div>
        </li>
      )}
    </TodoList>
  );
