import { Anchor, Badge, Button, Group, Select, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFolderCode } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { api, queries } from '../../api/client.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { CodeProject, ProjectDependency } from '../../api/paths.gen.ts';
import { navigate } from '../../location.ts';
import { useMay } from '../../session/use-session.ts';
import { Answer } from '../../shared/answer.tsx';
import { Confirm } from '../../shared/confirm.tsx';
import { count } from '../../shared/format.ts';
import { showFailure, showSuccess } from '../../shared/notify.ts';
import { Page } from '../../shared/page.tsx';
import { StackedCell, StackedRow, StackedTable } from '../../shared/stacked-table.tsx';
import { Empty } from '../../shared/states.tsx';
import {
  addPath,
  foundBy,
  dependencyStates,
  matching,
  pollMs,
  stateOf,
  type DependencyState,
} from './dependency-state.ts';

/** The view of one project: its dependencies with their versions and states. */
export function ProjectView() {
  const { name = '' } = useParams();
  const project = api.useQuery(
    'get',
    '/api/v1/projects/{project}',
    { params: { path: { project: name } } },
    { refetchInterval: ({ state: { data } }) => (data ? pollMs([data]) : false) },
  );
  const { data, error } = project;
  // The cache may still contain a deleted project.
  if (error instanceof ApiFailure && error.code === 'project_not_found') {
    return <NoSuchProject name={name} />;
  }
  return (
    <Page title={name} actions={data && <DeleteProject name={name} />}>
      <Answer of={project}>{(known) => <Dependencies project={known} />}</Answer>
    </Page>
  );
}

function NoSuchProject({ name }: { name: string }) {
  return (
    <Page title={name}>
      <Empty icon={<IconFolderCode aria-hidden />} title="There is no such project">
        <Anchor component={Link} href="/projects">
          All projects
        </Anchor>
      </Empty>
    </Page>
  );
}

function DeleteProject({ name }: { name: string }) {
  const may = useMay('admin');
  const [asks, { open, close }] = useDisclosure();
  const remove = api.useMutation('delete', '/api/v1/projects/{project}', {
    onSuccess() {
      showSuccess(`Deleted the project ${name}.`);
      navigate('/projects');
      for (const path of ['/api/v1/projects', '/api/v1/projects/{project}'])
        void queries.invalidateQueries({ queryKey: ['get', path] });
    },
    onError: showFailure,
    onSettled: close,
  });
  if (!may) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        Delete
      </Button>
      <Confirm
        opened={asks}
        onClose={close}
        title={`Delete the project ${name}?`}
        action="Delete it"
        onConfirm={() => remove.mutate({ params: { path: { project: name } } })}
        pending={remove.isPending}
      >
        Libraries and versions that only this project uses go with it. Libraries that somebody added
        by hand stay.
      </Confirm>
    </>
  );
}

const everyState = { value: '', label: 'All states' };

function Dependencies({ project: { dependencies } }: { project: CodeProject }) {
  const [text, setText] = useState('');
  const [state, setState] = useState<DependencyState | ''>('');
  const shown = matching(dependencies, { text, state });
  const mayAdd = useMay('member');
  return (
    <>
      <Group align="flex-end">
        <TextInput
          label="Package"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Select
          label="State"
          data={[
            everyState,
            ...Object.entries(dependencyStates).map(([value, label]) => ({ value, label })),
          ]}
          value={state}
          onChange={(value) => setState((value ?? '') as DependencyState | '')}
          allowDeselect={false}
        />
        <Text size="sm" c="dimmed" role="status">
          {count(shown.length)} of {count(dependencies.length)} dependencies
        </Text>
      </Group>
      <StackedTable
        label="Dependencies"
        columns={['Package', 'Version', 'Source', 'Documents', 'State', '']}
      >
        {shown.map((one) => (
          <Dependency
            key={`${one.ecosystem} ${one.name} ${one.version}`}
            dependency={one}
            mayAdd={mayAdd}
          />
        ))}
      </StackedTable>
    </>
  );
}

const colors = {
  indexed: 'teal',
  indexing: 'blue',
  waiting: 'blue',
  failed: 'red',
  missing: 'gray',
} as const;

function Dependency({ dependency, mayAdd }: { dependency: ProjectDependency; mayAdd: boolean }) {
  const { name, ecosystem, version, dev, documents } = dependency;
  const state = stateOf(dependency);
  return (
    <StackedRow>
      <StackedCell label="Package" className="breakable">
        <div>
          {name}
          <Text size="xs" c="dimmed">
            {ecosystem}
            {dev ? ', for development' : ''}
          </Text>
        </div>
      </StackedCell>
      <StackedCell label="Version" className="breakable">
        {version || 'unknown'}
      </StackedCell>
      <StackedCell label="Source" className="breakable">
        <Documentation dependency={dependency} />
      </StackedCell>
      <StackedCell label="Documents">{documents === undefined ? '' : count(documents)}</StackedCell>
      <StackedCell label="State">
        <Badge variant="light" color={colors[state]}>
          {dependencyStates[state]}
        </Badge>
      </StackedCell>
      <StackedCell ta="right">
        {state === 'missing' && mayAdd && (
          <Button
            component={Link}
            href={addPath(dependency)}
            size="compact-sm"
            variant="default"
            aria-label={`Add the documentation of ${name}`}
          >
            Add
          </Button>
        )}
      </StackedCell>
    </StackedRow>
  );
}

function Documentation({ dependency }: { dependency: ProjectDependency }) {
  const { library, ref, state, note, nearest, message } = dependency;
  const failed = stateOf(dependency) === 'failed' ? message : undefined;
  return (
    <div>
      {library !== undefined && (
        <Anchor component={Link} href={`/libraries${library}`} inherit>
          {library}
        </Anchor>
      )}
      <Text size="xs" c="dimmed">
        {[foundBy[state], ref].filter(Boolean).join(': ')}
      </Text>
      {(failed ?? note) !== undefined && (
        <Text size="xs" c="dimmed">
          {failed ?? note}
        </Text>
      )}
      {state === 'missing' && nearest !== undefined && (
        <Text size="xs" c="dimmed">
          The nearest tag is {nearest}.
        </Text>
      )}
    </div>
  );
}
