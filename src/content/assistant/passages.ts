import { topicOfTier, topics, type Passage, type Topic } from '#contract/assistant.ts';
import { anchors, campAnchors, paths } from '#config/paths.ts';
import { questionId } from '#domain/question-id.ts';
import { plainText } from '#domain/rich-text.ts';
import { getCampTiers } from '../camp-tiers.ts';
import { getFaqs } from '../faqs.ts';
import { getLegalPages } from '../legal.ts';
import { loadOnce } from '../load-once.ts';
import { getBirthdayPackages, getHolidayPackages } from '../packages.ts';
import { getAboutPage } from '../pages/about.ts';
import { getBirthdaysPage } from '../pages/birthdays.ts';
import { type BlockPage, getBlockPages } from '../pages/block-pages.ts';
import { getCampsPage } from '../pages/camps.ts';
import { getEpicPage } from '../pages/epic.ts';
import { getHomePage, buildSection } from '../pages/home.ts';
import { getPassesPage, getTeamPassesPage, getTryOutPage } from '../pages/passes.ts';
import { getPasses } from '../passes.ts';
import { getBases, getCoaches, getLevels, getMissions } from '../people.ts';
import { getTeams } from '../teams.ts';
import type { Report } from '../problem.ts';
import { buildTextLink } from './link.ts';
import { pages, buildBreadcrumb } from './pages.ts';
import { buildSections, type Source } from './sections.ts';

/** Returns all published texts that may answer a question, as passages. */
export const getPassages = loadOnce(async (report): Promise<Passage[]> => {
  const parts = await Promise.all([
    questions(report),
    offers(report),
    places(report),
    people(report),
    legal(report),
    sections(report),
  ]);
  const ids = new Set<string>();
  // A text that two pages share is indexed once, for the first page.
  return parts.flat().filter(({ id }) => !ids.has(id) && ids.add(id));
});

async function questions(report: Report): Promise<Passage[]> {
  const [camps, epic, tryOut, passes, teams, birthdays, faqs] = await Promise.all([
    getCampsPage(report),
    getEpicPage(report),
    getTryOutPage(report),
    getPassesPage(report),
    getTeamPassesPage(report),
    getBirthdaysPage(report),
    getFaqs(report),
  ]);
  const sources = [
    { page: pages.camps, faq: camps.faq },
    { page: pages.epic, faq: epic.faq },
    { page: pages.tryOut, faq: tryOut.faq },
    { page: pages.passes, faq: passes.faq },
    { page: pages.teams, faq: teams.faq },
    { page: pages.birthdays, faq: birthdays.faq },
  ];
  const topicOf = (id: string | null): Topic => {
    const slug = faqs.topics.items.find(({ _id }) => _id === id)?.slug ?? '';
    return topics.find((topic) => topic === slug) ?? 'us';
  };
  return sources.flatMap(({ page, faq }) =>
    (faq?.items ?? []).map(({ _id, question, text, topic }, index) => ({
      id: _id,
      kind: 'faq' as const,
      topic: topicOf(topic),
      title: question,
      text,
      href: `${page.path}#${questionId(index)}`,
      where: buildBreadcrumb(page, faq?.kicker ?? 'Questions'),
    })),
  );
}

async function offers(report: Report): Promise<Passage[]> {
  const [tiers, passes, parties, holidays] = await Promise.all([
    getCampTiers(report),
    getPasses(report),
    getBirthdayPackages(report),
    getHolidayPackages(report),
  ]);
  const offer = (
    id: string,
    topic: Topic,
    title: string,
    lines: readonly string[],
    href: string,
    where: string,
  ) => ({
    id,
    kind: 'offer' as const,
    topic,
    title,
    text: sentences(lines),
    href,
    where,
  });
  return [
    ...tiers.map((tier) =>
      offer(
        tier.offerId,
        topicOfTier(tier.tier),
        tier.name,
        [
          tier.description,
          `${tier.weekdays}, ages ${tier.minAge} to ${tier.maxAge}`,
          ...tier.benefits,
          tier.priceIncludes,
        ],
        buildTextLink(paths.camps, tier.name, campAnchors.packages),
        buildBreadcrumb(pages.camps, tier.name),
      ),
    ),
    ...passes.map((pass) =>
      offer(
        pass.offerId,
        pass.id === 'tryout' ? 'try-out' : 'passes',
        `${pass.name} pass`,
        [pass.description, pass.summary, ...pass.features, pass.ending, pass.cancellation],
        `${paths.passes}#pass-${pass.id}`,
        buildBreadcrumb(pages.passes, pass.name),
      ),
    ),
    ...parties.items.map((party) =>
      offer(
        party._id,
        'birthdays',
        party.name,
        [
          party.description,
          `${party.guests} guests, ages ${party.minAge} to ${party.maxAge}`,
          ...party.features,
        ],
        buildTextLink(paths.birthdays, party.name, 'packages'),
        buildBreadcrumb(pages.birthdays, party.name),
      ),
    ),
    ...holidays.items.map(({ _id, name, description, features }) =>
      offer(
        _id,
        'passes',
        name,
        [description, ...features],
        buildTextLink(paths.passes, name),
        buildBreadcrumb(pages.passes, name),
      ),
    ),
  ];
}

async function places(report: Report): Promise<Passage[]> {
  const { items } = await getBases(report);
  return items.map(({ _id, slug, name, address, description, meetingPoint, use }) => ({
    id: _id,
    kind: 'place' as const,
    topic: use === 'classes' ? ('classes' as const) : ('camps' as const),
    title: name,
    text: sentences([address, description, meetingPoint && `Meeting point: ${meetingPoint}`]),
    href: `${paths.about}#${slug}`,
    where: buildBreadcrumb(pages.about, name),
  }));
}

async function people(report: Report): Promise<Passage[]> {
  const [coaches, teams, levels, missions] = await Promise.all([
    getCoaches(report),
    getTeams(report),
    getLevels(report),
    getMissions(report),
  ]);
  return [
    ...coaches.items.map(({ _id, name, role, bio, certificates }) => ({
      id: _id,
      kind: 'person' as const,
      topic: 'us' as const,
      title: `${name}: ${role}`,
      text: sentences([bio, certificates.join(', ')]),
      href: buildTextLink(paths.about, name),
      where: buildBreadcrumb(pages.about, name),
    })),
    ...teams.map(({ id, documentId, name, ageRange, levelRange, description, story }) => ({
      id: documentId,
      kind: 'section' as const,
      topic: 'classes' as const,
      title: `${name}, ${ageRange}`,
      text: sentences([`${ageRange}, ${levelRange}`, description, story]),
      href: `${paths.teamPasses}#team-${id}`,
      where: buildBreadcrumb(pages.teams, name),
    })),
    ...levels.items.map(({ _id, name, minAge, maxAge, description }) => ({
      id: _id,
      kind: 'section' as const,
      topic: 'camps' as const,
      title: `${name} level`,
      text: sentences([`Ages ${minAge} to ${maxAge}`, description]),
      href: buildTextLink(paths.home, description),
      where: buildBreadcrumb(pages.home, 'The journey'),
    })),
    ...missions.items.map(({ _id, name, description, skill }) => ({
      id: _id,
      kind: 'section' as const,
      topic: 'camps' as const,
      title: name,
      text: sentences([description, skill]),
      href: buildTextLink(paths.camps, name),
      where: buildBreadcrumb(pages.camps, 'Missions'),
    })),
  ];
}

const legal = async (report: Report): Promise<Passage[]> =>
  (await getLegalPages(report)).flatMap(({ page, title, sections: parts }) =>
    parts.map(({ id, heading, paragraphs, items }) => ({
      id: `${page}-${id}`,
      kind: 'legal' as const,
      topic: 'us' as const,
      title: heading,
      text: [...paragraphs, ...items].join('\n\n'),
      href: `/${page}#${id}`,
      where: `${title} · ${heading}`,
    })),
  );

async function sections(report: Report): Promise<Passage[]> {
  const [home, camps, epic, tryOut, passes, teams, birthdays, about, made] = await Promise.all([
    getHomePage(report),
    getCampsPage(report),
    getEpicPage(report),
    getTryOutPage(report),
    getPassesPage(report),
    getTeamPassesPage(report),
    getBirthdaysPage(report),
    getAboutPage(report),
    getBlockPages(report),
  ]);
  const ofHome = {
    method: buildSection(home, 'homeMethod'),
    coaches: buildSection(home, 'homeCoaches'),
    journey: buildSection(home, 'homeJourney'),
  };
  return [
    { name: 'about', page: pages.about, document: about },
    { name: 'camps', page: pages.camps, document: camps, anchors: { chooser: campAnchors.packages } },
    { name: 'epic', page: pages.epic, document: epic },
    { name: 'tryout', page: pages.tryOut, document: tryOut, anchors: { sessions: anchors.sessions } },
    { name: 'passes', page: pages.passes, document: passes },
    { name: 'teams', page: pages.teams, document: teams },
    {
      name: 'birthdays',
      page: pages.birthdays,
      document: birthdays,
      anchors: { packages: 'packages', enquiry: 'enquiry' },
    },
    { name: 'home', page: pages.home, document: ofHome, anchors: { method: anchors.method } },
    ...made.filter(({ seo }) => !seo.noIndex).map(buildBlockSource),
  ].flatMap(buildSections);
}

/** Returns a page of blocks as a source. Texts of other documents have their own passages. */
function buildBlockSource({ _id, title, path, blocks }: BlockPage): Source {
  const sellsCamps = blocks.some(({ _type }) => _type === 'campsBlock');
  return {
    name: _id,
    page: { title, path, topic: sellsCamps ? 'camps' : 'us' },
    document: Object.fromEntries(
      blocks.flatMap((block, index): [string, object][] =>
        block._type === 'textBlock'
          ? [[`text${index}`, { kicker: block.kicker, heading: block.heading, text: plainText(block.body) }]]
          : block._type === 'comparisonBlock'
            ? [[`comparison${index}`, { heading: block.heading, text: block.lead }]]
            : [],
      ),
    ),
  };
}

/** Joins lines into one text. Each of them ends with a full stop. */
const sentences = (lines: readonly (string | null | undefined)[]): string =>
  lines
    .filter((line) => !!line)
    .map((line) => (/[.!?”]$/.test(line ?? '') ? line : `${line}.`))
    .join(' ');
