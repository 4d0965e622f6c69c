-- Reads the conditions as kstatus does: status.observedGeneration first, then Stalled, Reconciling and Ready, where Stalled
-- and Reconciling are there only while they are True. One difference: what failed and is tried again by itself is Degraded
-- here, because Argo CD has no other state that asks for attention and Degraded may pass.
local health = {}
local conditions = {}
if obj.status ~= nil and obj.status.conditions ~= nil then
  for _, condition in ipairs(obj.status.conditions) do
    conditions[condition.type] = condition
  end
end
local ready = conditions["Ready"]
local reconciling = conditions["Reconciling"]

if obj.spec ~= nil and obj.spec.suspend == true then
  health.status = "Suspended"
  health.message = "Suspended by its spec"
  return health
end

if obj.status == nil or obj.status.observedGeneration ~= obj.metadata.generation then
  health.status = "Progressing"
  health.message = "Waiting for the controller"
  if reconciling ~= nil and reconciling.observedGeneration == obj.metadata.generation then
    health.message = reconciling.message
  end
  return health
end

local stalled = conditions["Stalled"]
if stalled ~= nil and stalled.status == "True" then
  health.status = "Degraded"
  health.message = stalled.message
  return health
end

if reconciling ~= nil and reconciling.status == "True" then
  health.status = "Progressing"
  if reconciling.reason == "ProgressingWithRetry" then
    health.status = "Degraded"
  end
  health.message = reconciling.message
  return health
end

if ready ~= nil and ready.status == "True" then
  health.status = "Healthy"
  health.message = ready.message
  return health
end

health.status = "Progressing"
health.message = "Waiting for the controller"
if ready ~= nil then
  health.message = ready.message
end
return health
