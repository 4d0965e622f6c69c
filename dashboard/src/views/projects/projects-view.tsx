import { Anchor, Text } from '@mantine/core';
import { IconFolderCode } from '@tabler/icons-react';
import { Link } from 'wouter';
import { api, serverUrl } from '../../api/client.ts';
import type { CodeProject } from '../../api/paths.gen.ts';
import { Answer } from '../../shared/answer.tsx';
import { CopiedCode } from '../../shared/copied.tsx';
import { count } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { StackedCell, StackedRow, StackedTable } from '../../shared/stacked-table.tsx';
import { Empty } from '../../shared/states.tsx';
import { Time } from '../../shared/time.tsx';
import { pollMs, stateOf, type DependencyState } from './dependency-state.ts';

/** The view of all projects, with the number of their dependencies by state. */
export function ProjectsView() {
  const projects = api.useQuery(
    'get',
    '/api/v1/projects',
    {},
    {
      refetchInterval: ({ state: { data } }) => pollMs(data?.projects ?? []),
    },
  );
  return (
    <Page
      title="Projects"
      about="Folders of code. Questions about their dependencies are answered from the versions in use."
    >
      <Answer of={projects}>
        {({ projects: all }) => (all.length === 0 ? <NoProjects /> : <ProjectTable all={all} />)}
      </Answer>
    </Page>
  );
}

function NoProjects() {
  return (
    <Empty icon={<IconFolderCode aria-hidden />} title="No projects yet">
      <Text mb="sm">
        In the folder of a project, this command indexes the documentation of its dependencies, at
        the versions in its lock files:
      </Text>
      <CopiedCode text={`npx lectern add --project . --url ${serverUrl}`} what="the command" />
    </Empty>
  );
}

function ProjectTable({ all }: { all: CodeProject[] }) {
  return (
    <StackedTable
      label="Projects"
      columns={['Project', 'Indexed', 'In progress', 'Not found', 'Updated']}
    >
      {all.map((project) => (
        <StackedRow key={project.name}>
          <StackedCell label="Project" className="breakable">
            <Anchor component={Link} href={`/projects/${project.name}`} inherit>
              {project.name}
            </Anchor>
          </StackedCell>
          <StackedCell label="Indexed">{number(project, ['indexed'])}</StackedCell>
          <StackedCell label="In progress">{number(project, ['indexing', 'waiting'])}</StackedCell>
          <StackedCell label="Not found">{number(project, ['missing', 'failed'])}</StackedCell>
          <StackedCell label="Updated">
            <Time at={project.updatedAt} />
          </StackedCell>
        </StackedRow>
      ))}
    </StackedTable>
  );
}

function number({ dependencies }: CodeProject, states: DependencyState[]): string {
  return count(dependencies.filter((one) => states.includes(stateOf(one))).length);
}
