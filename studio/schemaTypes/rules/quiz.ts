import { teamIds } from '../../../supabase/functions/_shared/contract/teams.ts';

const teams = [...teamIds, 'none'];

/** Returns a problem unless each team, and "no team", has exactly one quiz result. */
export function quizResultsProblem(results: readonly { team?: string }[] | undefined): string | null {
  const resultTeams = (results ?? []).map(({ team }) => team);
  const missing = teams.filter((team) => !resultTeams.includes(team));
  if (missing.length > 0)
    return `Add a result for ${missing.map((team) => (team === 'none' ? '“no team fits”' : team)).join(', ')}.`;
  return resultTeams.length > teams.length ? 'A team has two results. Remove one.' : null;
}
