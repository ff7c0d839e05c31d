import { sanity } from './client.ts';
import { fillPage } from './fill/fill.ts';
import { loadDocuments } from './load-documents.ts';
import { loadOnce } from './load-once.ts';
import type { Report } from './problem.ts';
import {
  campaignPopupsQuery,
  formsQuery,
  popupsQuery,
  proofSettingsQuery,
  quizQuery,
} from './queries/settings.ts';
import { getSiteSettings } from './settings.ts';
import type {
  CampaignPopupsQueryResult,
  FormsQueryResult,
  PopupsQueryResult,
  ProofSettingsQueryResult,
  QuizQueryResult,
} from './types.gen.ts';

export type Popup = Awaited<ReturnType<typeof getPopups>>[number];
export type CampaignPopup = Awaited<ReturnType<typeof getCampaignPopups>>[number];
export type Form = Awaited<ReturnType<typeof getForms>>['items'][number];
export type Quiz = Awaited<ReturnType<typeof getQuiz>>;

export const getPopups = loadOnce(async (report) => {
  const popups: PopupsQueryResult = await sanity().fetch(popupsQuery);
  const { items } = await loadDocuments(popups, { ...(await shared(report)), defaults: { enabled: true } });
  return items.filter(({ enabled }) => enabled);
});

/** The campaign popups that are shown now. `paths` are the pages of blocks on which they open. */
export const getCampaignPopups = loadOnce(async (report) => {
  const documents: CampaignPopupsQueryResult = await sanity().fetch(campaignPopupsQuery);
  const { items } = await loadDocuments(documents, await shared(report));
  return items.map((item) => ({
    ...item,
    popupId: `campaign-${item._id}` as const,
    paths: documents.find(({ _id }) => _id === item._id)?.paths ?? [],
    until: item.showing?.until ?? null,
  }));
});

/** Forms that families fill in. A link contains a form's `slug`. */
export const getForms = loadOnce(async (report) => {
  const forms: FormsQueryResult = await sanity().fetch(formsQuery);
  return loadDocuments(forms, await shared(report));
});

/** The five quiz questions. An answer without points does not count towards a team or level. */
export const getQuiz = loadOnce(async (report) => {
  const document: QuizQueryResult = await sanity().fetch(quizQuery);
  return fillPage(document, 'quiz', await shared(report));
});

/** Says where each proof widget gets its numbers. By default they are real (decisions "Truth in selling"). */
export const getProofSettings = loadOnce(async (report) => {
  const document: ProofSettingsQueryResult = await sanity().fetch(proofSettingsQuery);
  const real = 'real';
  return fillPage(document, 'proofSettings', {
    ...(await shared(report)),
    defaults: { socialProof: real, viewers: real, countdown: real, earlyBirdPlaces: real, spotsLeft: real },
  });
});

const shared = async (report: Report) => ({ facts: (await getSiteSettings(report)).facts, report });
