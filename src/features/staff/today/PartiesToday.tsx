import type { ManagementToday } from '#contract/management.ts';
import { staffPaths } from '#config/staff-paths.ts';
import { ButtonLink } from '#ui/Button.tsx';
import { partyMessages as words } from './messages.ts';
import { TodoList } from './TodoList.tsx';

/** Lists the birthday parties of today. Names and the location are on the sheet, which logs who opens it. */
export const PartiesToday = ({ parties }: Pick<ManagementToday, 'parties'>) =>
  parties.length > 0 && (
    <div className="waiting-parts">
      <TodoList id="parties" title={words.heading} none="" rows={{ count: parties.length, first: parties }}>
        {(party) => (
          <li key={party.party_id}>
            <p className="numbers">{words.line(party)}</p>
            <div className="row no-print">
              <ButtonLink
                kind="line"
                small
                href={`${staffPaths.partySheet}?party=${party.party_id}`}
                aria-label={words.sheetOf(party)}
              >
                {words.sheet}
              </ButtonLink>
            </div>
          </li>
        )}
      </TodoList>
    </div>
  );
