-- These rows are what a real project needs on its first day. Running this file again changes nothing that has been
-- edited since.

-- The brand is set here only until the first publication, which writes it from the brand module.
insert into public.settings (name, product, slug, order_prefix)
values ('Otter Trails', 'Otter', 'otter', 'OT')
on conflict (id) do nothing;

-- Weekly classes are at Somerset, and camps start from the three bases.
insert into public.locations (id, name, address, base, slug) values
  ('10000000-0000-4000-8000-000000000001', 'Somerset', 'Somerset Skate Park, 1 Somerset Road, Singapore', null, 'somerset'),
  ('10000000-0000-4000-8000-000000000002', 'Orchard Central', 'Orchard Central, 181 Orchard Road, Singapore', 'orchard-central', 'orchard-central'),
  ('10000000-0000-4000-8000-000000000003', 'East Coast', 'East Coast Park, East Coast Park Service Road, Singapore', 'east-coast', 'east-coast'),
  ('10000000-0000-4000-8000-000000000004', 'Bishan', 'Bishan-Ang Mo Kio Park, Ang Mo Kio Avenue 1, Singapore', 'bishan', 'bishan')
on conflict do nothing;

insert into public.coaches (id, name)
select '20000000-0000-4000-8000-000000000001', 'Coach ' || product from public.settings
on conflict do nothing;

-- These are the teams of the content. Each publication brings them up to date.
insert into public.teams (id, name, min_age, max_age, min_level, max_level)
select t.id, replace(t.name, '{product}', s.product), t.min_age, t.max_age, t.min_level, t.max_level
from public.settings s, (values
  ('white', 'White {product}', 5, 6, 1, 3),
  ('red', 'Red {product}', 7, 10, 1, 3),
  ('black', 'Black {product}', 7, 12, 4, 6),
  ('x', 'X-{product}', 7, 12, 7, 8)
) as t (id, name, min_age, max_age, min_level, max_level)
on conflict do nothing;

insert into public.class_types (id, name, team, variant, level)
select c.id::uuid, concat_ws(' ', t.name, c.variant), t.id, c.variant, concat_ws('-', t.min_level, t.max_level)
from (values
  ('30000000-0000-4000-8000-000000000001', 'white', 'A'),
  ('30000000-0000-4000-8000-000000000002', 'white', 'B'),
  ('30000000-0000-4000-8000-000000000003', 'red', 'A'),
  ('30000000-0000-4000-8000-000000000004', 'red', 'B'),
  ('30000000-0000-4000-8000-000000000005', 'black', 'A'),
  ('30000000-0000-4000-8000-000000000006', 'x', null)
) as c (id, team, variant)
join public.teams t on t.id = c.team
on conflict do nothing;

-- This is the weekly plan. Weekday 6 is Saturday and 7 is Sunday. Each class takes an hour and is at Somerset.
insert into public.session_templates (class_type_id, location_id, coach_id, weekday, session_time, max_capacity)
select c.id, '10000000-0000-4000-8000-000000000001', '20000000-0000-4000-8000-000000000001',
  t.weekday, t.session_time::time, t.max_capacity
from (values
  ('30000000-0000-4000-8000-000000000001', 6, '09:00', 6),
  ('30000000-0000-4000-8000-000000000002', 6, '10:30', 6),
  ('30000000-0000-4000-8000-000000000003', 6, '09:00', 6),
  ('30000000-0000-4000-8000-000000000004', 6, '10:30', 6),
  ('30000000-0000-4000-8000-000000000003', 6, '16:30', 6),
  ('30000000-0000-4000-8000-000000000005', 6, '15:00', 6),
  ('30000000-0000-4000-8000-000000000006', 6, '17:00', 4),
  ('30000000-0000-4000-8000-000000000001', 7, '09:00', 6),
  ('30000000-0000-4000-8000-000000000002', 7, '10:30', 6),
  ('30000000-0000-4000-8000-000000000003', 7, '09:00', 6),
  ('30000000-0000-4000-8000-000000000004', 7, '10:30', 6),
  ('30000000-0000-4000-8000-000000000004', 7, '16:30', 6),
  ('30000000-0000-4000-8000-000000000005', 7, '15:00', 6),
  ('30000000-0000-4000-8000-000000000006', 7, '17:00', 4)
) as t (class_type_id, weekday, session_time, max_capacity)
join public.class_types c on c.id = t.class_type_id::uuid
on conflict do nothing;
