import { expect, test } from 'vitest';
import { move, renumber } from '#studio/ordering/order.ts';
import { readRedirects } from '#studio/redirects/csv.ts';
import { emojiProblem } from '#studio/schemaTypes/rules/emoji.ts';
import { unchangedDateRemark } from '#studio/schemaTypes/rules/legal.ts';

test('the count of letters counts an emoji as people do', () => {
  expect(['', '🦦', '👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦🏳️‍🌈👍🏽🦦'].map(emojiProblem)).toEqual([null, null, null, null]);
  expect(emojiProblem('otter')).toMatch(/4 emoji/);
});

test('moving an entry of a list renumbers only those whose position changed', () => {
  const list = ['a', 'b', 'c', 'd'].map((_id, index) => ({ _id, title: _id, order: (index + 1) * 10 }));
  expect(move(list, 3, 1).map(({ _id }) => _id)).toEqual(['a', 'd', 'b', 'c']);
  expect(move(list, 0, 4)).toEqual(list);
  const numbered = list.map((entry, index) => ({ ...entry, order: index + 1 }));
  expect(renumber(move(numbered, 2, 1))).toEqual([
    { _id: 'c', order: 2 },
    { _id: 'b', order: 3 },
  ]);
});

test('redirects are read from a CSV file, and a refused line has its reason', () => {
  const text = [
    'old address,new address,status',
    '/holiday-camp,/camps',
    '"/june-2025";"/camps#packages"',
    'https://old.otter.test/party-time\t/birthdays\t302',
    '/holiday-camp,/passes',
    '/known,/camps',
    '/lonely',
    '/camps,/passes',
    '/loop,/loop',
    '/chain,/holiday-camp',
    '/wrong,/nowhere-at-all',
    '/x,/camps,301,extra',
  ].join('\r\n');
  const lines = readRedirects(text, { pages: [], redirects: ['/known'] });
  expect(lines.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(lines[0]).toEqual({ line: 2, from: '/holiday-camp', to: '/camps', permanent: true, problem: null });
  expect(lines[1]).toMatchObject({ from: '/june-2025', to: '/camps#packages', problem: null });
  expect(lines[2]).toMatchObject({ from: '/party-time', to: '/birthdays', permanent: false, problem: null });
  const problems = Object.fromEntries(lines.map(({ from, line, problem }) => [`${line} ${from}`, problem]));
  expect(problems['5 /holiday-camp']).toMatch(/earlier line/);
  expect(problems['6 /known']).toMatch(/already uses/);
  expect(problems['7 /lonely']).toMatch(/a comma and the new address/);
  expect(problems['8 /camps']).not.toBeNull();
  expect(problems['9 /loop']).toMatch(/itself/);
  expect(problems['10 /chain']).toMatch(/redirect too/);
  expect(problems['11 /wrong']).not.toBeNull();
  expect(problems['12 /x']).toMatch(/too many parts/);
});

test('a legal text that changes reminds of its date', () => {
  const published = {
    validFrom: '2026-11-21',
    introduction: 'We ask little.',
    sections: [{ heading: 'What' }],
  };
  const changed = { ...published, sections: [{ heading: 'What', text: 'Nothing else.' }] };
  expect(unchangedDateRemark({ ...published }, published)).toBeNull();
  expect(unchangedDateRemark(changed, published)).toMatch(/choose the day/);
  expect(unchangedDateRemark({ ...changed, validFrom: '2027-01-01' }, published)).toBeNull();
  expect(unchangedDateRemark(changed, null)).toBeNull();
});
