export const tags: Record<string, { name: string; description: string }> = {
  clients: { name: 'Clients', description: 'Who the consulting is done for.' },
  projects: {
    name: 'Projects',
    description: 'Projects of a client: place, period and currency decide the rates that fit.',
  },
  services: {
    name: 'Project services',
    description: 'Services of a project: estimation, loan monitoring, project controls or claims.',
  },
  estimations: {
    name: 'Estimations',
    description:
      'Versions of an estimation service; their totals follow the takeoff until they are approved.',
  },
  indirectCosts: {
    name: 'Indirect costs',
    description: 'Working week, indirect cost entries, fuel prices and exchange rates of a project.',
  },
  mto: {
    name: 'Material takeoff',
    description:
      'Takeoff lines of nine disciplines: single calls, search, bulk, import and export of workbooks, summary.',
  },
  serviceCrews: {
    name: 'Service crews',
    description: 'Crews of a service with their rates in the place of its project.',
  },
  projectCrews: {
    name: 'Crews in a project',
    description: 'Import of a universal crew with the rates of the place, and calculation of crew rates.',
  },
  crews: { name: 'Crews', description: 'Universal crew compositions.' },
  crewTrades: { name: 'Trades', description: 'Trades and their labour designations.' },
  crewMembers: { name: 'Rate cards', description: 'Wages and terms of a trade in a place and period.' },
  equipment: { name: 'Equipment', description: 'The catalogue of machines with their rates.' },
  equipmentTags: { name: 'Equipment tags', description: 'Prices of machines in a project.' },
  wbs: { name: 'WBS', description: 'Work breakdown structure: universal items and those of projects.' },
  subcontractors: { name: 'Subcontractors', description: 'Subcontractors of a project and their contracts.' },
  apiKeys: { name: 'API keys', description: 'Keys for programs. Only Contributors see them.' },
  health: { name: 'Health', description: 'Whether the API and its databases answer.' },
};
