import type { ReactNode } from 'react';
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Ellipsis } from '../icons';
import { Button } from './button';
import classes from './menu.module.css';

interface MenuAction {
  id: string;
  label: string;
  onAction: () => void;
  icon?: ReactNode;
  isDanger?: boolean;
  isDisabled?: boolean;
}

interface Props {
  label: string;
  actions: readonly MenuAction[];
  children?: ReactNode;
  kind?: 'plain' | 'quiet';
}

export const ActionMenu = ({ label, actions, children = <Ellipsis />, kind = 'quiet' }: Props) => (
  <MenuTrigger>
    <Button kind={kind} aria-label={label}>
      {children}
    </Button>
    <Popover className={classes.popover} placement="bottom end">
      <Actions label={label} actions={actions} />
    </Popover>
  </MenuTrigger>
);

interface ContextProps extends Pick<Props, 'label' | 'actions'> {
  at: Element;
  onClose: () => void;
}

export const ContextMenu = ({ label, actions, at, onClose }: ContextProps) => (
  <Popover
    className={classes.popover}
    placement="bottom start"
    triggerRef={{ current: at }}
    isOpen
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    <Actions label={label} actions={actions} onClose={onClose} />
  </Popover>
);

const Actions = ({
  label,
  actions,
  onClose,
}: Pick<Props, 'label' | 'actions'> & { onClose?: () => void }) => (
  <Menu
    className={classes.menu}
    aria-label={label}
    autoFocus={onClose !== undefined}
    {...(onClose && { onClose })}
  >
    {actions.map(({ id, label: text, icon, onAction, isDanger, isDisabled = false }) => (
      <MenuItem
        key={id}
        id={id}
        textValue={text}
        className={isDanger ? `${classes.item} ${classes.danger}` : classes.item}
        isDisabled={isDisabled}
        onAction={onAction}
      >
        {icon}
        {text}
      </MenuItem>
    ))}
  </Menu>
);
