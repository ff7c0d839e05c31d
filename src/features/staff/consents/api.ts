import {
  type ConsentWords,
  ConsentWordsList,
  type PublishWords,
  WordsPublished,
} from '#contract/management-consents.ts';
import { asMember } from '#api/as-member.ts';
import { callRpc } from '#api/rpc.ts';

export const fetchWords = () =>
  asMember((token) => callRpc('list_consent_texts', {}, ConsentWordsList, token));

/**
 * Publishes a new version of a text. `seen` is the newest version that the author knew. The database refuses the text
 * if there is a newer one by now.
 */
export const publishWords = (purpose: ConsentWords['purpose'], version: PublishWords, seen: number) =>
  asMember((token) => {
    const { p_from, ...rest } = version;
    return callRpc(
      'publish_consent_text',
      { p_purpose: purpose, ...rest, ...(p_from !== null && { p_from }), p_seen: seen },
      WordsPublished,
      token,
    );
  });
