import { applyTheme, type Command, CommandList, Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useSession } from '@consulting/foundation/session';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useRecentProjects } from '../projects/recent-project-records';
import { useFoundRecords } from './found-records';

export type Opened = 'project' | 'client';

interface Props {
  onClose: () => void;
  onOpen: (opened: Opened) => void;
}

export default function CommandMenu({ onClose, onOpen }: Props) {
  const { commands } = useMessages();
  const [text, setText] = useState('');
  const [, setLocation] = useLocation();
  const go = (address: string) => {
    onClose();
    setLocation(address);
  };
  const words = text.toLocaleLowerCase().split(' ');
  const matching = (all: readonly Command[]) =>
    all.filter(({ label }) => words.every((word) => label.toLocaleLowerCase().includes(word)));
  const recent = useRecentProjects().map(({ id, name, code }) => ({
    ...{ id: `projects ${id}`, label: name, detail: code },
    act: () => go(`/projects/${id}`),
  }));
  const found = useFoundRecords(text, go);
  const known = [
    { id: 'recent', title: commands.recent, commands: text === '' ? recent : [] },
    { id: 'views', title: commands.views, commands: matching(useViews(go)) },
    { id: 'actions', title: commands.actions, commands: matching(useActions(onClose, onOpen)) },
  ];
  return (
    <Dialog title={commands.title} isOpen onClose={onClose}>
      <CommandList
        label={commands.title}
        placeholder={commands.placeholder}
        text={text}
        onText={setText}
        groups={[...known.filter((group) => group.commands.length > 0), ...found.groups]}
        isSearching={found.isSearching}
      />
    </Dialog>
  );
}

const places = ['overview', 'import', 'takeoff', 'figures', 'subcontractors', 'equipment-tags'] as const;
const figures = ['wbs', 'crews', 'revisions', 'review', 'what-if', 'documents'] as const;
const libraries = {
  trades: 'trades',
  rateCards: 'rate-cards',
  crews: 'crews',
  equipment: 'equipment',
  wbs: 'wbs',
  priceBooks: 'price-books',
  importProfiles: 'import-profiles',
} as const;
const administration = { apiKeys: 'api-keys', grants: 'access' } as const;

function useViews(go: (address: string) => void): Command[] {
  const messages = useMessages();
  const { commands, shell, projects } = messages;
  const { canWriteCommon } = useSession();
  const [path] = useLocation();
  const [, area, projectId] = path.split('/');
  const view = (label: string, address: string, detail?: string): Command => ({
    ...{ id: address, label, detail },
    act: () => go(address),
  });
  const project = area === 'projects' ? `/projects/${projectId}` : null;
  const ofProject = (label: string, below: string) => view(label, project + below, commands.thisProject);
  const lists = Object.entries({ ...libraries, ...(canWriteCommon && administration) });
  const listTitles: Readonly<Record<string, string>> = messages.libraries.lists;
  return [
    ...(project === null
      ? []
      : [
          ...places.map((one) => ofProject(projects.frame[one], one === 'overview' ? '' : `/${one}`)),
          ...figures.map((one) => ofProject(messages.figures.views[one], `/figures/${one}`)),
        ]),
    view(shell.projects, '/'),
    view(shell.clients, '/clients'),
    ...lists.map(([list, place]) => view(listTitles[list] ?? list, `/libraries/${place}`, shell.libraries)),
  ];
}

function useActions(onClose: () => void, onOpen: (opened: Opened) => void): Command[] {
  const { commands, shell, projects } = useMessages();
  const { me, canWriteClients, canWriteCommon, leave } = useSession();
  const action = (id: string, label: string, act: () => void, isOffered = true): Command[] =>
    isOffered ? [{ id, label, act }] : [];
  const theme = (name: 'light' | 'dark') =>
    action(name, commands.theme({ name: shell.themes[name] }), () => {
      applyTheme(name);
      onClose();
    });
  return [
    ...action('new project', projects.list.create, () => onOpen('project'), canWriteClients),
    ...action('new client', projects.clients.create, () => onOpen('client'), canWriteCommon),
    ...theme('light'),
    ...theme('dark'),
    ...action('leave', shell.leave, leave, me.kind !== 'none'),
  ];
}
