import black from '../../assets/mascot/team-black.svg?url';
import red from '../../assets/mascot/team-red.svg?url';
import white from '../../assets/mascot/team-white.svg?url';
import x from '../../assets/mascot/team-x.svg?url';
import type { Team, TeamId } from './model.ts';
import { Selected } from './Selected.tsx';

const badges: Record<TeamId, string> = { white, red, black, x };

export function TeamStep({
  teams,
  chosen,
  onChoose,
}: {
  teams: readonly Team[];
  chosen: TeamId | null;
  onChoose: (id: TeamId) => void;
}) {
  return (
    <div className="choices four">
      {teams.map((team) => (
        <button
          key={team.id}
          type="button"
          className="choice team"
          data-team={team.id}
          aria-pressed={team.id === chosen}
          onClick={() => onChoose(team.id)}
        >
          {team.id === chosen && <Selected />}
          <img src={badges[team.id]} width="112" height="112" alt="" loading="lazy" />
          <b className="choice-name">{team.name}</b>
          <span className="choice-facts">
            <b>{team.ageRange}</b> · {team.levelRange}
          </span>
          <span className="choice-text">{team.description}</span>
        </button>
      ))}
    </div>
  );
}
