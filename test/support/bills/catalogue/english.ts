import type { Catalogue } from '../item';

export const earthworks: Catalogue = [
  ['Excavation in ordinary soil for foundations, depth up to 1.50 m', 'm3'],
  ['Excavation in soft rock by mechanical means', 'm3'],
  ['Backfill with selected material in layers of 200 mm, compacted', 'm3'],
  ['Removal of surplus excavated material to a tip off site', 'm3'],
  ['Stripping of topsoil, average depth 150 mm', 'm2'],
  ['Grading and compaction of formation to 95 % density', 'm2'],
  ['Trench excavation for storm sewer, DN 300', 'm'],
  ['Precast manhole, 1200 mm diameter, depth 2 m', 'EA'],
  ['Precast kerb, 150 x 300 mm, on lean bed', 'm'],
  ['Asphalt wearing course, 40 mm', 'm2'],
  ['Embankment of imported fill', 'm3'],
  ['Geotextile under embankment, 200 g', 'm2'],
];

export const concreteWorks: Catalogue = [
  ['Blinding concrete C10/15 under footings, 75 mm', 'm3'],
  ['Reinforced concrete C30/37 in footing, pump placed', 'm3'],
  ['Reinforced concrete C30/37 in slab on grade, 200 mm', 'm3'],
  ['Reinforced concrete C35/45 in pedestal and pile cap', 'm3'],
  ['Formwork to sides of footing', 'm2'],
  ['Formwork to soffit of suspended slab', 'm2'],
  ['Rebar B500B, 10 to 16 mm, cut, bent and fixed', 'kg'],
  ['Rebar B500B, 20 to 32 mm, cut, bent and fixed', 'kg'],
  ['Non-shrink grout under base plates, 50 mm', 'm2'],
  ['Concrete finish, power floated', 'm2'],
  ['Water stop in construction joint of concrete wall', 'm'],
  ['Cast-in anchor in concrete pedestal, M24', 'EA'],
];

export const finishes: Catalogue = [
  ['Blockwork partition, 150 mm, in cement mortar', 'm2'],
  ['Brick masonry, 230 mm, in cement mortar 1:6', 'm2'],
  ['Gypsum plasterboard ceiling on suspended grid', 'm2'],
  ['Ceramic tile flooring, 600 x 600 mm', 'm2'],
  ['Emulsion paint to internal walls, two coats', 'm2'],
  ['Timber door, 900 x 2100 mm, with ironmongery', 'EA'],
  ['Aluminium window, double glazing, 1200 x 1500 mm', 'EA'],
  ['Vinyl flooring, 2 mm, welded joints', 'm2'],
  ['Roofing membrane, two layers, torch applied', 'm2'],
  ['Skirting tile, 100 mm', 'm'],
  ['Joinery to reception counter', 'LS'],
  ['Glazing to internal partition, 10 mm toughened', 'm2'],
];

export const pipework: Catalogue = [
  ['Pipe, carbon steel, seamless, A106 Gr. B, DN 50', 'm'],
  ['Pipe, carbon steel, seamless, A106 Gr. B, DN 100', 'm'],
  ['Pipe, carbon steel, seamless, A106 Gr. B, DN 150', 'm'],
  ['Elbow 90 degrees, long radius, butt weld, DN 100', 'EA'],
  ['Tee, equal, butt weld, DN 100', 'EA'],
  ['Reducer, concentric, DN 150 to DN 100', 'EA'],
  ['Flange, weld neck, raised face, class 150, DN 100', 'EA'],
  ['Gasket, spiral wound, class 150, DN 100', 'EA'],
  ['Gate valve, flanged, class 150, DN 100', 'EA'],
  ['Check valve, flanged, class 150, DN 50', 'EA'],
  ['Pipe support, welded, up to 50 kg', 'EA'],
  ['Hydrostatic test of pipe', 'm'],
];

export const electricalWorks: Catalogue = [
  ['Cable, XLPE, SWA, 4 core, 25 mm2', 'm'],
  ['Cable, XLPE, SWA, 3 core, 2.5 mm2', 'm'],
  ['Cable tray, perforated, hot dip galvanised, 300 mm', 'm'],
  ['Cable ladder, 600 mm', 'm'],
  ['PVC conduit, 25 mm, surface mounted', 'm'],
  ['LED luminaire, 36 W, recessed', 'EA'],
  ['Socket outlet, 16 A, double', 'EA'],
  ['Cable gland and termination, 25 mm2', 'EA'],
  ['Earthing conductor, copper, 70 mm2', 'm'],
  ['Street lamp on 8 m pole, LED', 'EA'],
  ['Testing and commissioning of cable system', 'LS'],
];
