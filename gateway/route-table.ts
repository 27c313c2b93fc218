/** The services behind the gateway. */
export const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'] as const;
export type Service = (typeof services)[number];

/** Who answers what: a pattern holds for its path and everything below it, `:` stands for one segment. */
const table: Record<string, Service> = {
  '/v1/clients': 'clients-projects',
  '/v1/projects': 'clients-projects',
  '/v1/projects/:/import-crew': 'crews-rates',
  '/v1/projects/:/crew-rates': 'crews-rates',
  '/v1/crew-trades': 'crews-rates',
  '/v1/crew-members': 'crews-rates',
  '/v1/crews': 'crews-rates',
  '/api/v1/projects': 'clients-projects',
  '/api/v1/services': 'clients-projects',
  '/api/v1/mto': 'mto',
  '/api/v1/service-crews': 'crews-rates',
  '/api/v1/crews': 'crews-rates',
  '/api/v1/equipment': 'equipment-wbs',
  '/api/v1/equipment-tags': 'equipment-wbs',
  '/api/v1/wbs': 'equipment-wbs',
  '/api/v1/api-keys': 'identity',
};

interface Branch {
  service?: Service;
  pattern?: string;
  literal: Map<string, Branch>;
  any?: Branch;
}

const root = grow();

function grow(): Branch {
  const trunk: Branch = { literal: new Map() };
  for (const [pattern, service] of Object.entries(table)) {
    let branch = trunk;
    for (const segment of pattern.split('/').slice(1)) branch = descend(branch, segment);
    branch.service = service;
    branch.pattern = pattern;
  }
  return trunk;
}

function descend(branch: Branch, segment: string): Branch {
  if (segment === ':') {
    branch.any ??= { literal: new Map() };
    return branch.any;
  }
  const next = branch.literal.get(segment) ?? { literal: new Map() };
  branch.literal.set(segment, next);
  return next;
}

/** The service of a path, by the longest pattern that matches; undefined for a path that nobody answers. */
export const serviceOf = (pathname: string): Service | undefined => branchOf(pathname)?.service;

/** The pattern that says so. */
export const patternOf = (pathname: string): string | undefined => branchOf(pathname)?.pattern;

function branchOf(pathname: string): Branch | undefined {
  if (pathname.includes('//')) return undefined;
  let branch: Branch | undefined = root;
  let found: Branch | undefined;
  for (let start = 1; branch && start < pathname.length; ) {
    const slash = pathname.indexOf('/', start);
    const end = slash < 0 ? pathname.length : slash;
    branch = branch.literal.get(pathname.slice(start, end)) ?? branch.any;
    if (branch?.service) found = branch;
    start = end + 1;
  }
  return found;
}
