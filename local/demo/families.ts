import type postgres from 'postgres';
import type { TeamId } from '#contract/teams.ts';
import { demoId } from './ids.ts';

interface DemoFamily {
  parent: string;
  children: [name: string, team: TeamId, age: number][];
}

export const demoFamilies: DemoFamily[] = [
  {
    parent: 'Mei Tan',
    children: [
      ['Kai Tan', 'red', 8],
      ['Lina Tan', 'white', 6],
    ],
  },
  {
    parent: 'Arjun Rao',
    children: [
      ['Anika Rao', 'red', 9],
      ['Dev Rao', 'white', 5],
    ],
  },
  {
    parent: 'Farah Ismail',
    children: [
      ['Hana Ismail', 'red', 7],
      ['Idris Ismail', 'black', 11],
    ],
  },
  {
    parent: 'Wei Ling Goh',
    children: [
      ['Ethan Goh', 'red', 10],
      ['Chloe Goh', 'white', 6],
    ],
  },
  {
    parent: 'Sarah Koh',
    children: [
      ['Noah Koh', 'red', 8],
      ['Ella Koh', 'x', 12],
    ],
  },
  {
    parent: 'Ravi Menon',
    children: [
      ['Tara Menon', 'red', 9],
      ['Rohan Menon', 'black', 12],
    ],
  },
  {
    parent: 'Jun Hao Lee',
    children: [
      ['Zoe Lee', 'red', 7],
      ['Max Lee', 'white', 5],
    ],
  },
  {
    parent: 'Nurul Huda',
    children: [
      ['Aisyah Huda', 'red', 10],
      ['Umar Huda', 'black', 9],
    ],
  },
  {
    parent: 'Grace Ong',
    children: [
      ['Lucas Ong', 'red', 8],
      ['Ruth Ong', 'white', 6],
    ],
  },
  {
    parent: 'Tomas Berg',
    children: [
      ['Freja Berg', 'black', 10],
      ['Nils Berg', 'white', 6],
    ],
  },
  {
    parent: 'Hui Min Chua',
    children: [
      ['Jayden Chua', 'black', 8],
      ['Emma Chua', 'x', 11],
    ],
  },
  {
    parent: 'Kavitha Pillai',
    children: [
      ['Arun Pillai', 'x', 10],
      ['Maya Pillai', 'black', 7],
    ],
  },
  {
    parent: 'Yuki Sato',
    children: [
      ['Ren Sato', 'x', 12],
      ['Sora Sato', 'white', 5],
    ],
  },
];

export async function seedFamilies(
  sql: postgres.Sql,
  parentId: string,
  secondParentId: string,
): Promise<void> {
  for (const [index, family] of demoFamilies.entries()) {
    const familyId = demoId(`family ${family.parent}`);
    const email =
      index === 0
        ? 'parent@otter.test'
        : `${family.parent.toLowerCase().replaceAll(' ', '.')}@families.otter.test`;
    await sql`
      insert into public.families (id, primary_parent_id, secondary_parent_id, contact_name, contact_email, contact_phone)
      values (${familyId}, ${index === 0 ? parentId : null}, ${index === 0 ? secondParentId : null}, ${family.parent}, ${email}, ${`+659000${1000 + index}`})
      on conflict do nothing`;
    for (const [name, , age] of family.children) {
      await sql`
        insert into public.children (id, family_id, name, dob)
        values (
          ${childId(name)}, ${familyId}, ${name},
          (private.calendar_today() - make_interval(years => ${age}, days => ${40 + index * 17}))::date)
        on conflict do nothing`;
    }
  }
}

export function childId(name: string): string {
  return demoId(`child ${name}`);
}

export function childrenOf(team: TeamId): { childId: string; familyId: string }[] {
  return demoFamilies.flatMap(({ parent, children }) =>
    children
      .filter(([, itsTeam]) => itsTeam === team)
      .map(([name]) => ({ childId: childId(name), familyId: demoId(`family ${parent}`) })),
  );
}
