local suspended = obj.spec.suspend == true
local actions = {}
-- A suspended library is not read, whoever asks.
actions["refresh"] = { ["disabled"] = suspended }
actions["suspend"] = { ["disabled"] = suspended }
actions["resume"] = { ["disabled"] = not suspended }
return actions
