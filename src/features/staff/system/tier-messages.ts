import type { TierProblems } from '#contract/management-system.ts';

type Problem = TierProblems[number];

const listed = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value ?? null);

/** Texts of what does not fit between published tiers and camps. */
export const tierMessages = {
  title: 'Published tiers and camps',
  none: 'All upcoming camps match their published tiers.',
  failed: 'This check did not load.',
  again: 'Check again',
  open: 'Open camp',
  line({ tier, problem, details }: Problem): string {
    const name = `${tier.charAt(0).toUpperCase()}${tier.slice(1)}`;
    const fact = (key: string) => listed(details?.[key]);
    switch (problem) {
      case 'tier_not_published':
        return `${name}: this tier is not published, so nobody can book the camp.`;
      case 'days_differ':
        return `${name}: the camp has ${fact('camp')} days, but the published tier has ${fact('tier')}.`;
      case 'base_not_offered':
        return `${name}: the camp is at ${fact('camp')}, but the published tier is offered at ${fact('tier')}.`;
      case 'teams_differ':
        return `${name}: the camp is for ${fact('camp')}, but the published tier is for ${fact('tier')}.`;
      case 'prices_overlap':
        return `${name}: its prices are within S$1 of those of ${fact('with')}, which has the same number of days.`;
    }
  },
};
