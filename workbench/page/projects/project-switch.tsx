import { type Command, CommandList, IconButton, useSettled } from '@consulting/design/controls';
import { ChevronsUpDown } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { useLocation } from 'wouter';
import classes from './project.module.css';
import { useProjects } from './project-list-query';
import { useRecentProjects } from './recent-project-records';

interface Props {
  projectId: string;
  place: string;
}

export function ProjectSwitch(props: Props) {
  const { projects } = useMessages();
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <IconButton label={projects.frame.switch}>
        <ChevronsUpDown />
      </IconButton>
      <Popover className={classes.switch ?? ''} placement="bottom start">
        <Dialog aria-label={projects.frame.switch} className={classes.switchList ?? ''}>
          <ProjectChoice {...props} onClose={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ProjectChoice({ projectId, place, onClose }: Props & { onClose: () => void }) {
  const { commands, projects, shell } = useMessages();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const search = useSettled(text.trim());
  const found = useProjects({ search, status: null, clientId: null, skip: 0 });
  const recent = useRecentProjects();
  const commandsOf = (kind: string, all: readonly { id: string; name: string; code: string }[]): Command[] =>
    all
      .filter(({ id }) => id !== projectId)
      .map(({ id, name, code }) => ({
        ...{ id: `${kind} ${id}`, label: name, detail: code },
        act: () => {
          onClose();
          go(`/projects/${id}${place}`);
        },
      }));
  const groups = [
    { id: 'recent', title: commands.recent, commands: text === '' ? commandsOf('recent', recent) : [] },
    { id: 'found', title: shell.projects, commands: commandsOf('found', found.data?.data ?? []) },
  ];
  return (
    <CommandList
      label={projects.frame.switch}
      placeholder={projects.list.searchHint}
      text={text}
      onText={setText}
      groups={groups.filter((group) => group.commands.length > 0)}
      isSearching={found.isFetching}
    />
  );
}
